import { describe, expect, it } from 'vitest';
import { CameraFault, parseStderr, toMotivo } from './reasons.ts';

describe('the messages of ffmpeg', () => {
  it.each([
    ['method DESCRIBE failed: 401 Unauthorized', 'auth_failed'],
    ['[http @ 0x1] HTTP error 401 Unauthorized', 'auth_failed'],
    ['Server returned 403 Forbidden (access denied)', 'auth_failed'],
    ['method DESCRIBE failed: 404 Not Found', 'not_found'],
    ['Server returned 404 Not Found', 'not_found'],
    ["Impossible to open 'rtsp://u:p@10.0.0.1/x'\npipe:0: Connection refused", 'refused'],
    ['method SETUP failed: 461 Unsupported Transport', 'transport_unsupported'],
    ['method SETUP failed: 461 Unsupported transport', 'transport_unsupported'],
    ['Connection to tcp://10.0.0.1:554 failed: Connection timed out', 'unreachable'],
    ['pipe:0: Operation timed out', 'unreachable'],
    ['Failed to resolve hostname camera.local: Name or service not known', 'unreachable'],
    ['Connection to tcp://10.0.0.1 failed: No route to host', 'unreachable'],
    ['Connection to tcp://10.0.0.1 failed: Network is unreachable', 'unreachable'],
    [
      'Could not find tag for codec vp8 in stream #0, codec not currently supported',
      'codec_unsupported',
    ],
    ['pipe:0: Invalid data found when processing input', 'closed'],
    ['pipe:0: End of file', 'closed'],
    ['', 'closed'],
  ] as const)('%s → %s', (texto, motivo) => {
    expect(parseStderr(texto)).toBe(motivo);
  });

  it.each([
    ["Impossible to open 'rtsp://u:401@10.0.0.1:404/461'\npipe:0: Connection refused", 'refused'],
    ["Impossible to open 'rtsp://u:p@h/canal/404'\npipe:0: Connection timed out", 'unreachable'],
  ] as const)('ignores the address that the message repeats', (texto, motivo) => {
    expect(parseStderr(texto)).toBe(motivo);
  });
});

describe('the reason of an error', () => {
  it.each([
    [new CameraFault('refused'), 'refused'],
    [{ motivo: 'unreachable' }, 'unreachable'],
    ['stalled', 'stalled'],
    [{ motivo: 'toString' }, 'closed'],
    [new Error('401'), 'closed'],
    [undefined, 'closed'],
  ] as const)('%s → %s', (error, motivo) => {
    expect(toMotivo(error)).toBe(motivo);
  });
});
