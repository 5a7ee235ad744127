import type { strings as english } from '../en/aml.ts'
import type { Translation } from '../translation.ts'
import { formatNumber } from './numbers.ts'

export const strings: Translation<typeof english> = {
  complete: {
    template: 'Nachrichtenvorlage',
    thing: 'Objekt',
    collection: 'Sammlung',
    media: 'Medien',
    slot: 'Wird für jede Person ausgefüllt',
    row: 'Zeile',
  },
  markers: {
    chips: 'Antwortvorschläge',
    'ask.choice': 'Frage mit Auswahl',
    'ask.time': 'Zeitauswahl',
    'ask.location': 'Frage nach dem Standort',
    confirm: 'Ja-Nein-Frage',
    showcase: 'Einträge zur Auswahl, mit Bildern',
    'share.event': 'Kalendereintrag',
    'share.place': 'Ort auf einer Karte',
    'share.contact': 'Kontaktkarte',
    media: 'Bild, Video, Audio oder Datei',
    card: 'Karte',
    carousel: 'Karussell aus Karten',
    template: 'Nachrichtenvorlage',
    things: 'Objekte aus dem Katalog, als Karten',
    collection: 'Eine ganze Sammlung, als Karten',
  },
  notes: {
    label: 'Probleme mit diesem Text',
    at: (line, message) => `Zeile ${line}: ${message}`,
    more: (count) => (count === 1 ? 'und 1 weiteres' : `und ${formatNumber(count)} weitere`),
  },
  help: 'Tippen Sie [[ für Marker und { für Slots. Mit Strg+Leertaste erhalten Sie Vorschläge.',
  helpWithoutSlots: 'Tippen Sie [[ für Marker. Mit Strg+Leertaste erhalten Sie Vorschläge.',
  preview: {
    label: 'Vorschau auf jedem Kanal',
    nothing: 'Schreiben Sie etwas, um hier eine Vorschau zu sehen.',
    left: 'Dieser Text würde keine Nachricht senden.',
    blocked: 'Wird der Beispielperson nicht gesendet, weil ein Slot keinen Wert hat.',
    lost: (count) =>
      count === 1
        ? '1 Element sieht auf diesem Kanal anders aus'
        : `${formatNumber(count)} Elemente sehen auf diesem Kanal anders aus`,
  },
  example: {
    firstName: 'Alex',
    lastName: 'Muster',
    fullName: 'Alex Muster',
    email: 'alex@example.com',
    phone: '+12025550143',
    company: 'Beispiel GmbH',
    other: (field) => `(${field})`,
  },
  loading: 'Editor wird geladen',
}
