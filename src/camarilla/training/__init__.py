"""Players that learn by playing against themselves. Needs the extra `camarilla[train]`.

plan      all that is settled before a training begins
tables    matches as tensors
net       what learns
ppo       how it learns
course    a training from its beginning to its end
weights   what was learned, as players read it
"""

from camarilla.engine.words import of_package

WORDS = of_package(__file__)
