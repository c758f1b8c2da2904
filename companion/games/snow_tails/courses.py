"""The courses that the rule books name. Only the names: the courses are pictures there."""

PRINTED: tuple[tuple[str, str], ...] = (
    ("Le casse-noisettes", "fr"),
    ("Le déjeuner du hobbit", "fr"),
    ("Inspiré d'Yquem", "fr"),
    ("Délinarbre", "fr"),
    ("La trajectoire infernale", "fr"),
    ("La dague du troll des montagnes", "fr"),
    ("Le cauchemar de Bruce", "fr"),
    ("Der Nussknacker", "de"),
    ("Das Hobbifrühstück", "de"),
    ("Husky on the Rocks", "de"),
)
"""Name and the language of the rule book that has it (D23)."""
