"""All checks of a service. An id belongs to one check for ever; a new check gets the next number."""

from service.diagnosis.checks import archive, host, identity, lanes, servers, settings, work

CHECKS = tuple(check for module in (settings, servers, identity, work, lanes, host, archive) for check in module.CHECKS)
