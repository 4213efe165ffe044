"""It imports a package nobody has and uses nothing of it, as careless submissions do.

kind: leaves_at_import
outcome: passed
where: embeddings.py
score: ==100
"""

import a_package_that_nobody_has_installed
