"""The catalogue as the page's scripts need it: with the numbers of the rules."""

from service.api.schemas.catalogue import CONSTANTS
from tests.fold import watched

CATALOGUE = watched.CATALOGUE | {"constants": {name: value for name, (value, _) in CONSTANTS.items()}}
