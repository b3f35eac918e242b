"""The configuration file of gunicorn, made from the settings of the service."""

import os
import resource
import sys
from typing import Any

from service.logs import begin_process
from service.run.store_check import refuse_store
from service.settings import SettingsError, bind_address

try:
    _settings = begin_process("web")
except SettingsError as error:
    sys.exit(f"wonderful: {error}")

# Each open event stream holds a connection: raise the limit on open files as far as the system allows.
_hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
_open_files = 65_536 if _hard_limit == resource.RLIM_INFINITY else min(_hard_limit, 65_536)
resource.setrlimit(resource.RLIMIT_NOFILE, (_open_files, _hard_limit))

bind = [bind_address(_settings.host, _settings.port)]
workers = _settings.web_workers
worker_class = "service.run.web_worker.WebWorker"
# For each worker, open streams and requests together. It needs files for other things, too.
worker_connections = min(10_000, _open_files * 3 // 4)
# Seconds between two requests; longer than a proxy usually keeps an idle connection, so that the proxy closes it first.
keepalive = 75
graceful_timeout = 8  # seconds for open requests at a stop; streams end at once, and clients resume them
loglevel = _settings.log_level
logger_class = "service.run.access_log.AccessLogger"
# For an operator who asks for an access log. The request line is percent-encoded, the request id (the last) checked.
access_log_format = '%(h)s %(t)s "%(r)s" %(s)s %(b)s %({x-request-id}o)s'
forwarder_headers = ""  # or a client could name SCRIPT_NAME and PATH_INFO in headers of its own
control_socket_disable = True  # gunicorn would create it in the home folder


def on_starting(arbiter: Any) -> None:
    """Hook of gunicorn's master: end it if the store does not suit the service. Its workers would end again and again.

    A child looks at the store: workers must import its client after gevent has replaced the sockets.
    """
    child = os.fork()
    if child == 0:
        os._exit(refuse_store())
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit(os.waitstatus_to_exitcode(status))
