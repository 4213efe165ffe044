"""It imports a package nobody has, as careless submissions do.

kind: leaves_at_import
outcome: import_error
where: embeddings.py
score: <=65
"""

import a_package_that_nobody_has_installed
