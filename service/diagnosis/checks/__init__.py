"""All checks of a service. An id belongs to one check for ever; a new check gets the next number."""

from service.diagnosis.checks import archive, backup, host, identity, lanes, servers, settings, work

MODULES = (settings, servers, identity, work, lanes, host, archive, backup)
CHECKS = tuple(check for module in MODULES for check in module.CHECKS)
