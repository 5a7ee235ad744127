import type { strings as english } from '../en/handset.ts'
import type { Translation } from '../translation.ts'
import { channelNames } from './channel-names.ts'
import { formatCount, formatNumber } from './numbers.ts'

export const strings: Translation<typeof english> = {
  lab: {
    name: 'Laboratorio de teléfonos',
    short: 'Laboratorio',
    text: 'Funciona en el laboratorio de teléfonos de este servidor: no llega a ningún teléfono real.',
    notice: (channels) =>
      `${channels.join(', ')}: solo en el laboratorio de teléfonos. Los mensajes aparecen en teléfonos virtuales y no los recibe ninguna persona real.`,
    open: 'Abrir el laboratorio',
    channels: 'Canales',
  },
  messages: 'Mensajes',
  phone: (channel) => `Teléfono: ${channel}`,
  agent: 'Agente',
  person: 'Persona',
  typing: 'El agente está escribiendo',
  earlier: 'anterior',
  picture: 'Imagen',
  video: 'Video',
  audio: 'Grabación',
  file: 'Archivo',
  cards: 'Tarjetas',
  choose: 'Elegir',
  chooseTime: 'Elegir una hora',
  send: 'Enviar elección',
  sendLocation: 'Enviar ubicación',
  openMap: 'Abrir mapa',
  effect: (summary) => `Registrado, no ejecutado: ${summary}`,
  segments: (segments, units, encoding) =>
    `${formatCount(segments, 'segmento', 'segmentos')} · ${formatNumber(units)} caracteres · ${encoding}`,
  delivery: { pending: 'Enviando', sent: 'Enviado', delivered: 'Entregado', read: 'Leído', failed: 'No entregado' },
  channels: channelNames,
  senders: {
    rcs: 'Empresa verificada',
    sms: 'Mensaje de texto',
    webchat: 'En tu sitio',
    messengerA: 'Cuenta de empresa',
    messengerB: 'Página',
    socialC: 'Perfil de empresa',
    vendorMessages: 'Chat de empresa',
    workchatD: 'Aplicación',
    aiChatE: 'Asistente',
  },
}
