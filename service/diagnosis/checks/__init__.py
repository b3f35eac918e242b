"""All checks of a service. An id belongs to one check for ever; a new check gets the next number."""

from service.diagnosis.checks import archive, backup, host, identity, lanes, public_list, servers, settings, work

MODULES = (settings, servers, identity, work, lanes, host, archive, backup, public_list)
CONSEQUENCES = {
    "D28": ("D07", "D11", "D14", "D15", "D23", "D24", "D27"),
    "D27": ("D23", "D24", "D29"),
    "D11": ("D12", "D13", "D14", "D15", "D16", "D18", "D19", "D20", "D23", "D24", "D26", "D29", "D31"),
}
"""What is broken → what else is then wrong, as a rule: look at that again once the first is mended. Causes first."""
CHECKS = tuple(check for module in MODULES for check in module.CHECKS)
