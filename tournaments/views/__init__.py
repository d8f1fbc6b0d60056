"""The pages of a tournament: they ask the services and show what these answer."""
