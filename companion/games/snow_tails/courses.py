"""The names of the courses in the rule books. The courses themselves are pictures there."""

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
"""Course name, and the language of the rule book that prints it (D23)."""
