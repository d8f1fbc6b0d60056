"""Given names common among card players in France and its neighbours.

They settle the order of "Kervella Jérôme" where the list itself gives no evidence. A name that is often a family name
too ("Martin", "Robert") is in SHARED: it settles nothing by itself.
"""

from __future__ import annotations

from tournaments.entrylist.text import word_set

_CLEAR = """
adele adeline adrien agathe agnes aime aimee alain albane alex alexandra alexandre alexia alexis alfred alice aline
alphonse amandine amelie anais anatole andree angele angelique anita ann anna anne annette annick annie anouk antoine
antoinette antonio antony arlette armand armelle arnaud arthur astrid auguste aude audrey aurelie aurelien aurore axel
baptiste barbara bastien beatrice benedicte benjamin berengere bernadette bernardo berthe bertrand bettina brice
brigitte bruno camille carine carla carole caroline catherine cecile cedric celine chantal charlene charlotte chloe
christel christele christelle christiane christian christine christophe claire clara clarisse claudette claudie
claudine clementine clotilde colette corentin corinne coralie cyril cyrille damien daniele danielle danny deborah
delphine denise didier dimitri dominique dorian dorothee edgar edith edmond edouard edwige elena eliane elie eliette
eliot elisa elisabeth elise elodie eloise elsa emile emilie emilien emma emmanuel emmanuelle enzo eric erica erwan
estelle esther etienne eugene eugenie evelyne fabien fabienne fabrice fanny fatima felicie felix ferdinand fernand
fernande filipe flavie flora florence florent florian florine france francine francis francisco franck francoise
francky frederic frederique gabriel gabrielle gael gaelle gaetan gaston genevieve georges georgette geraldine
germaine gerald ghislain ghislaine gilbert gilberte gildas gilles gino ginette gisele giuseppe gregoire gregory
guillaume gustave guy guylaine gwenael gwenaelle gwenola helene henri henriette hermine herve honore huguette hugues
ida igor ines ingrid irene irina isabelle isidore ivan jacky jacqueline jacquot janine jany jean jeanine jeanne
jeannette jeannine jennifer jeremie jeremy jerome jessica jimmy joel joelle johan johanna johnny jordan jose josee
josephine josette josiane josselin joseline jocelyn jocelyne joachim joaquim joris juan jules julia julie julien
juliette justine karen karim karine katia kevin laetitia laura laure laurence laurette laurie lea leila lena leo
leon leonie leontine lila lilian liliane lina line lionel lise lisa loic lola loris lou louise louisette luca lucie
lucien lucienne lucette ludivine ludovic luigi luis lydia lydie lyse madeleine mael maelle maeva magali manon manuel
manuela marc marceline marcelle marcello margaux margot marguerite maria mariannick marianne marie mariette marilyne
marina mario marion marlene martial martine maryline maryse maryvonne mathieu mathilde mathis matthieu maud maurice
maxence maxime melanie melissa michael michele micheline mickael mireille mohamed monique morgan morgane muriel
myriam nadege nadia nadine nathalie nathan nelly nicole nina noelle noemie odette odile olga olive olivia olivier
pamela pascale pascaline patrice patricia patrick paule paulette pauline perrine philippe pierre pierrette pierrick
quentin rachel raphael raymonde raymond rebecca regine regis remi remy renaud rene renee reine rita roger rolande
romain romane romuald ronan rosalie rose roseline rosine sabine sabrina sacha salome samantha samia samuel sandra
sandrine sarah sebastien serge severine sidonie simone solange solene sonia sophie stephane stephanie stephan steve
suzanne suzette sylvain sylvaine sylvette sylviane sylvie tanguy tatiana teddy thea theo theophile therese thibaud
thibault thierry tiffany timothee tom tony tristan valentin valentine valerie vanessa vera veronique victoire
victoria victorine violette virginie viviane vladimir william xavier yann yannick yasmina yoann yolande yvan yves
yvette yvonne yvon zoe
bernd dieter gerhard greta hans heidi heinrich helga helmut ilse jan jorg jurgen karin klaus kurt monika petra rainer
renate sabina sigrid uwe wolfgang willem cornelis hendrik johannes pieter maartje saskia wim alberto alessandro andrea
carmen dolores elena enrico francesca franco giorgio giovanni giulia lorenzo luca marco miguel paolo pedro pilar rosa
"""

_SHARED = """
albert alexandre alain allain andre antoine arnaud arthur aubert aubin auguste augustin bastien baptiste barthelemy
basile benoit bernard bertrand blaise blanche brice bruno charles christian clair claude clement colin constant daniel
david denis desire didier dominique edmond emile etienne eugene fabre felix ferdinand fernand fernandez firmin florent
francis francois gabriel gaspard gaston gauthier gautier georges gerard germain gilbert gilles girard godefroy gregoire
guerin guillaume guy hamon henri henry herve hilaire hubert hugo humbert isaac jacob jacques jacquet jean joly jordan
joseph josse jourdan jude jules julien lambert laurent leger leon leonard leroy louis luc lucas marc marcel marie marin
marion martin martinez mathieu maurice maxime michel morgan morin nicolas noel olivier oscar pascal pasquier pascual
patrice paul perrin philippe pierre raoul raymond remy renard renaud rene richard robert robin roch roger roland romain
rose samson samuel sebastien simon sylvain sylvestre thibault thierry thomas tristan urbain valentin valery victor
vincent vivien yvon
"""

SHARED = word_set(_SHARED)
# Jean, Marie, Pierre and their like are family names now and then, but a thousand times more often given names:
# they count as clear unless the other word is a given name as well.
_MOSTLY_GIVEN = word_set(
    "alain andre bruno christian claude daniel didier dominique eric francis georges gerard gilbert gilles guillaume"
    " guy herve jacques jean jules louis luc marc marcel marie maurice maxime olivier pascal patrice paul philippe"
    " pierre rene roger roland sebastien thierry"
)
CLEAR = (word_set(_CLEAR) - SHARED) | _MOSTLY_GIVEN
COMMON = CLEAR | (SHARED - word_set("fabre fernandez joly leroy martinez morin pasquier perrin renard"))
