"""A third-party RTSP server: /h264 and /h265 of a test picture, on a free port."""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

QUADRO = "video/x-raw,width=320,height=180,framerate=15/1"
CAMINHOS = {
    "/h264": "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! rtph264pay name=pay0",
    "/h265": "x265enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! rtph265pay name=pay0",
}

Gst.init(None)
servidor = GstRtspServer.RTSPServer()
servidor.set_address("127.0.0.1")
servidor.set_service("0")

# The tests set the password; the user may only play.
acesso = GstRtspServer.RTSPAuth()
acesso.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
ficha = GstRtspServer.RTSPToken()
ficha.set_string("media.factory.role", "olhar")
acesso.add_digest("unipark", sys.argv[1], ficha)
servidor.set_auth(acesso)

for caminho, cadeia in CAMINHOS.items():
    fabrica = GstRtspServer.RTSPMediaFactory()
    fabrica.set_launch(f"( videotestsrc is-live=true ! {QUADRO} ! {cadeia} pt=96 config-interval=1 )")
    fabrica.set_shared(True)
    papeis = GstRtspServer.RTSPPermissions()
    papeis.add_permission_for_role("olhar", "media.factory.access", True)
    papeis.add_permission_for_role("olhar", "media.factory.construct", True)
    fabrica.set_permissions(papeis)
    servidor.get_mount_points().add_factory(caminho, fabrica)

servidor.attach(None)
print(servidor.get_bound_port(), flush=True)
laco = GLib.MainLoop()
# It ends with the process that started it: the end of that process closes our stdin.
GLib.io_add_watch(0, GLib.IO_HUP, lambda *_: laco.quit())
laco.run()
