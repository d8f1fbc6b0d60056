"""Plans drawn up before the first round, over the numbers 0 … n-1: no entries, no seeds, no results.

`movements`: who meets whom at which table in every round (round robin, even-odd, Mitchell), with the movement cards;
`brackets`: knockouts of any size as a list of matches; `pools`: sizes, deals and their round robins; `apart`: who is
kept away from whom in a bracket or a pool; `cuts`: who qualifies, who is a reserve, who must play off; `teams`: which
pairs of two teams meet. The systems of `tournaments.draws` put entries on these places.
"""
