/**
 * The few sentences that a rendering adds itself. They use only the 7-bit SMS alphabet, which lacks á, ç, í, ó, ú and
 * ã: one such letter would double the segments of an otherwise plain text.
 */
export type Phrases = {
  yes: string
  no: string
  /** On each card of a showcase. */
  select: string
  /** On the button that opens a list; at most 20 characters. */
  choose: string
  /** Shown before choices that no other text introduces. */
  pleaseChoose: string
  replyWithNumber: string
  replyWithNumbers: string
  replyWithAddress: string
  addToCalendar: string
  openMap: string
  shareLocation: string
  /** Tells the person what to type for a question's only option. */
  yesFor(label: string): string
  yesOrNo: string
  /** With the custom labels of the two answers. */
  yesOrNoAs(confirm: string, deny: string): string
  /** Words that mean yes and no, in addition to YES and NO, which always work. */
  alsoYes: string[]
  alsoNo: string[]
}

const en: Phrases = {
  yes: 'Yes',
  no: 'No',
  select: 'Select',
  choose: 'Choose',
  pleaseChoose: 'Please choose:',
  replyWithNumber: 'Reply with a number.',
  replyWithNumbers: 'Reply with one or more numbers, for example 1, 2.',
  replyWithAddress: 'Reply with an address.',
  addToCalendar: 'Add to calendar',
  openMap: 'Open map',
  shareLocation: 'Share location',
  yesFor: (label) => `Reply YES for: ${label}`,
  yesOrNo: 'Reply YES to confirm or NO to decline.',
  yesOrNoAs: (confirm, deny) => `Reply YES (${confirm}) or NO (${deny}).`,
  alsoYes: ['y'],
  alsoNo: ['n'],
}

const de: Phrases = {
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

const es: Phrases = {
  yes: 'Sí',
  no: 'No',
  select: 'Elegir',
  choose: 'Elegir',
  pleaseChoose: 'Elija, por favor:',
  replyWithNumber: 'Responda con una cifra.',
  replyWithNumbers: 'Responda con una cifra o varias, por ejemplo 1, 2.',
  replyWithAddress: 'Responda con la calle y la ciudad.',
  addToCalendar: 'Añadir al calendario',
  openMap: 'Abrir el mapa',
  shareLocation: 'Compartir ubicación',
  yesFor: (label) => `Responda SI (YES) para: ${label}`,
  yesOrNo: 'Responda SI (YES) o NO.',
  yesOrNoAs: (confirm, deny) => `Responda SI (YES: ${confirm}) o NO (${deny}).`,
  alsoYes: ['sí', 's'],
  alsoNo: [],
}

const fr: Phrases = {
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

const it: Phrases = {
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

const pt: Phrases = {
  yes: 'Sim',
  no: 'Não',
  select: 'Escolher',
  choose: 'Escolher',
  pleaseChoose: 'Escolha, por favor:',
  replyWithNumber: 'Responda com um algarismo.',
  replyWithNumbers: 'Responda com um algarismo ou mais, por exemplo 1, 2.',
  replyWithAddress: 'Responda com a rua e a cidade.',
  addToCalendar: 'Guardar na agenda',
  openMap: 'Abrir o mapa',
  shareLocation: 'Enviar localização',
  yesFor: (label) => `Responda SIM (YES) para: ${label}`,
  yesOrNo: 'Responda SIM (YES) ou NO.',
  yesOrNoAs: (confirm, deny) => `Responda SIM (YES: ${confirm}) ou NO (${deny}).`,
  alsoYes: ['sim', 's'],
  alsoNo: ['não'],
}

/** Other languages fall back to English. */
export const phrasesByLanguage: ReadonlyMap<string, Phrases> = new Map(Object.entries({ en, de, es, fr, it, pt }))

/** `locale` must be in canonical form. */
export function getPhrases(locale: string): Phrases {
  const dash = locale.indexOf('-')
  return phrasesByLanguage.get(dash < 0 ? locale : locale.slice(0, dash)) ?? en
}
