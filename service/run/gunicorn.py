"""gunicorn's configuration, from the service's settings."""

import os
import resource
import sys

from service.settings import SettingsError, bind_address, read_settings

try:
    _settings = read_settings(os.environ)
except SettingsError as error:
    sys.exit(f"wonderful: {error}")

# A stream of events holds a connection for as long as somebody looks on: allow as many files as the system lets us.
_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
_files = 65_536 if _limit == resource.RLIM_INFINITY else min(_limit, 65_536)
resource.setrlimit(resource.RLIMIT_NOFILE, (_files, _limit))

bind = [bind_address(_settings.host, _settings.port)]
workers = _settings.web_workers
worker_class = "gevent"
worker_connections = 10_000  # each; open streams and requests together
keepalive = 75  # seconds, longer than the usual proxy keeps its side open
graceful_timeout = 3  # seconds for open requests; streams are resumed by their clients
loglevel = "warning"
forwarder_headers = ""  # or a client could name SCRIPT_NAME and PATH_INFO in headers of its own
control_socket_disable = True  # it would be a file in the home folder
