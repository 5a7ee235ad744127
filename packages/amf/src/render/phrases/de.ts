import type { Phrases } from './phrases.ts'

export const de: Phrases = {
  yes: 'Ja',
  no: 'Nein',
  select: 'Auswählen',
  choose: 'Auswählen',
  pleaseChoose: 'Bitte wählen:',
  replyWithNumber: 'Antworten Sie mit einer Nummer.',
  replyWithNumbers: 'Antworten Sie mit einer oder mehreren Nummern, zum Beispiel 1, 2.',
  replyWithAddress: 'Antworten Sie mit einer Adresse.',
  addToCalendar: 'In den Kalender',
  openMap: 'Karte öffnen',
  shareLocation: 'Standort teilen',
  yesFor: (label) => `Antworten Sie JA (YES) für: ${label}`,
  yesOrNo: 'Antworten Sie JA (YES) oder NEIN (NO).',
  yesOrNoAs: (confirm, deny) => `Antworten Sie JA (YES: ${confirm}) oder NEIN (NO: ${deny}).`,
  alsoYes: ['ja', 'j'],
  alsoNo: ['nein'],
}
