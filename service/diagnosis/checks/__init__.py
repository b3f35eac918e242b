"""All checks of a service. An id belongs to one check for ever; a new check gets the next number."""

from service.diagnosis.checks import host, identity, lanes, servers, settings, work

CHECKS = (*settings.CHECKS, *servers.CHECKS, *identity.CHECKS, *work.CHECKS, *lanes.CHECKS, *host.CHECKS)
