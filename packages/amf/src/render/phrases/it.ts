import type { Phrases } from './phrases.ts'

export const it: Phrases = {
  yes: 'Sì',
  no: 'No',
  select: 'Scegli',
  choose: 'Scegli',
  pleaseChoose: 'Scelga:',
  replyWithNumber: 'Risponda con un numero.',
  replyWithNumbers: 'Risponda con uno o più numeri, per esempio 1, 2.',
  replyWithAddress: 'Risponda con un indirizzo.',
  addToCalendar: 'Aggiungi a calendario',
  openMap: 'Apri la mappa',
  shareLocation: 'Condividi posizione',
  yesFor: (label) => `Risponda SI (YES) per: ${label}`,
  yesOrNo: 'Risponda SI (YES) o NO.',
  yesOrNoAs: (confirm, deny) => `Risponda SI (YES: ${confirm}) o NO (${deny}).`,
  alsoYes: ['sì', 's'],
  alsoNo: [],
}
