import type { strings as english } from '../en/handset.ts'
import type { Translation } from '../translation.ts'
import { channelNames } from './channel-names.ts'
import { formatCount, formatNumber } from './numbers.ts'

export const strings: Translation<typeof english> = {
  lab: {
    name: 'Telefonlabor',
    short: 'Labor',
    text: 'Läuft über das Telefonlabor dieses Servers: Es wird kein echtes Telefon erreicht.',
    notice: (channels) =>
      `${channels.join(', ')}: nur im Telefonlabor. Nachrichten erscheinen auf virtuellen Telefonen, und keine echte Person erhält sie.`,
    open: 'Labor öffnen',
    channels: 'Kanäle',
  },
  messages: 'Nachrichten',
  phone: (channel) => `Telefon: ${channel}`,
  agent: 'Agent',
  person: 'Person',
  typing: 'Der Agent schreibt',
  earlier: 'früher',
  picture: 'Bild',
  video: 'Video',
  audio: 'Aufnahme',
  file: 'Datei',
  cards: 'Karten',
  choose: 'Auswählen',
  chooseTime: 'Zeit auswählen',
  send: 'Auswahl senden',
  sendLocation: 'Standort senden',
  openMap: 'Karte öffnen',
  effect: (summary) => `Aufgezeichnet, nicht ausgeführt: ${summary}`,
  segments: (segments, units, encoding) =>
    `${formatCount(segments, 'SMS-Teil', 'SMS-Teile')} · ${formatNumber(units)} Zeichen · ${encoding}`,
  delivery: {
    pending: 'Wird gesendet',
    sent: 'Gesendet',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    failed: 'Nicht zugestellt',
  },
  channels: channelNames,
  senders: {
    rcs: 'Verifiziertes Unternehmen',
    sms: 'Textnachricht',
    webchat: 'Auf Ihrer Website',
    messengerA: 'Unternehmenskonto',
    messengerB: 'Seite',
    socialC: 'Unternehmensprofil',
    vendorMessages: 'Unternehmenschat',
    workchatD: 'App',
    aiChatE: 'Assistent',
  },
}
