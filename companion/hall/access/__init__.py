"""Who may do what at the hall's broker: the users, and the files from which a broker knows them."""
