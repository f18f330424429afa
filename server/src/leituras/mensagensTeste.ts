/** A minimal message of each maker, for a device's test: as the maker sends it, without pictures. */
import type { NomeDialeto } from '@unipark/contract/dispositivo';

export const PLACA_TESTE = 'TST0A00';

interface TestSubject {
  /** The camera's key, as the device's map names it. */
  camera: string;
  /** A word of the device's rule of directions. */
  sentido: string;
  agora: Date;
}

export interface TestMessage {
  tipo: string;
  caminho: string;
  corpo: Buffer;
}

const placa = PLACA_TESTE;
/** 2026-11-20T11:15:30.250Z as local time without a zone. */
const withoutZone = (agora: Date): string => agora.toISOString().replace('T', ' ').slice(0, -1);

type BodyBuilder = (assunto: TestSubject) => object | string;

/** An object is sent as JSON, a text as XML. */
const CORPOS: Record<NomeDialeto, BodyBuilder> = {
  unipark: ({ agora }) => ({ placa, instante: agora.toISOString(), confianca: 1 }),
  platerecognizer: ({ camera, agora }) => ({
    hook: { event: 'recognition', id: camera },
    data: {
      camera_id: camera,
      timestamp: agora.toISOString(),
      results: [{ plate: placa.toLowerCase(), score: 1, vehicle: { type: 'Sedan' } }],
    },
  }),
  parkpow: ({ camera, agora }) => ({
    camera,
    time: agora.toISOString(),
    results: [{ plate: placa, score: '1' }],
  }),
  openalpr: ({ camera, sentido, agora }) => ({
    data_type: 'alpr_group',
    epoch_start: agora.getTime(),
    epoch_end: agora.getTime(),
    best_uuid: `teste-${agora.getTime()}`,
    camera_id: camera,
    best_plate_number: placa,
    best_confidence: 100,
    travel_direction: sentido,
  }),
  frigate: ({ camera, agora }) => ({
    type: 'lpr',
    id: `${agora.getTime() / 1_000}-teste`,
    plate: placa,
    score: 1,
    camera,
    timestamp: agora.getTime() / 1_000,
  }),
  hikvision: ({ camera, sentido, agora }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">',
      `<ipAddress>${escapeXml(camera)}</ipAddress><channelID>1</channelID>`,
      `<dateTime>${agora.toISOString()}</dateTime><eventType>ANPR</eventType>`,
      `<ANPR><licensePlate>${placa}</licensePlate><confidenceLevel>100</confidenceLevel>`,
      `<direction>${escapeXml(sentido)}</direction></ANPR>`,
      `<UUID>teste-${agora.getTime()}</UUID></EventNotificationAlert>`,
    ].join(''),
  itsapi: ({ camera, sentido, agora }) => ({
    Picture: {
      Plate: { PlateNumber: placa, Confidence: 100, IsExist: true },
      SnapInfo: { DeviceID: camera, Direction: sentido, AccurateTime: withoutZone(agora) },
      Vehicle: { VehicleType: 'SaloonCar' },
    },
  }),
  unifi: ({ camera, agora }) => ({
    alarm: {
      name: 'Placas',
      triggers: [
        {
          ...{ key: 'license_plate_unknown', value: placa, device: camera },
          ...{ eventId: `teste-${agora.getTime()}`, timestamp: agora.getTime() },
        },
      ],
    },
    timestamp: agora.getTime(),
  }),
  verkada: ({ camera, agora }) => ({
    webhook_type: 'lpr',
    data: {
      ...{ camera_id: camera, license_plate_number: placa, confidence: 1 },
      ...{ created: Math.floor(agora.getTime() / 1_000), detected: agora.getTime() },
    },
  }),
  axis: ({ camera, sentido, agora }) => ({
    ...{ plateText: placa, plateUTF8: placa, plateConfidence: '1' },
    ...{ carState: 'new', carID: String(agora.getTime()), carMoveDirection: sentido },
    capture_timestamp: String(agora.getTime()),
    camera_info: { SerialNumber: camera },
  }),
};

const escapeXml = (texto: string): string =>
  texto.replace(/[&<>]/g, (letra) => `&#${letra.codePointAt(0)};`);

/** The path that a maker adds to the address of its device. */
const CAMINHOS: Partial<Record<NomeDialeto, string>> = {
  itsapi: '/NotificationInfo/TollgateInfo',
};

export function buildMensagemTeste(dialeto: NomeDialeto, assunto: TestSubject): TestMessage {
  const corpo = CORPOS[dialeto](assunto);
  const isXml = typeof corpo === 'string';
  return {
    tipo: isXml ? 'application/xml' : 'application/json',
    caminho: CAMINHOS[dialeto] ?? '',
    corpo: Buffer.from(isXml ? corpo : JSON.stringify(corpo)),
  };
}
