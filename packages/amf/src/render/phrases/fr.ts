import type { Phrases } from './phrases.ts'

export const fr: Phrases = {
  yes: 'Oui',
  no: 'Non',
  select: 'Choisir',
  choose: 'Choisir',
  pleaseChoose: 'Veuillez choisir :',
  replyWithNumber: 'Répondez par un numéro.',
  replyWithNumbers: 'Répondez par un ou plusieurs numéros, par exemple 1, 2.',
  replyWithAddress: 'Répondez par une adresse.',
  addToCalendar: "Ajouter à l'agenda",
  openMap: 'Ouvrir la carte',
  shareLocation: 'Partager ma position',
  yesFor: (label) => `Répondez OUI (YES) pour : ${label}`,
  yesOrNo: 'Répondez OUI (YES) ou NON (NO).',
  yesOrNoAs: (confirm, deny) => `Répondez OUI (YES : ${confirm}) ou NON (NO : ${deny}).`,
  alsoYes: ['oui', 'o'],
  alsoNo: ['non'],
}
