/**
 * The few sentences that a rendering adds of its own. They keep to the 7-bit alphabet of SMS, which has no á, ç, í, ó, ú
 * or ã: one such letter would double the segments of a text that has none itself.
 */
export type Phrases = {
  yes: string
  no: string
  /** On each card of a showcase. */
  select: string
  /** On the button that opens a list; at most 20 characters. */
  choose: string
  /** Before choices that no other text introduces. */
  pleaseChoose: string
  replyWithNumber: string
  replyWithNumbers: string
  replyWithAddress: string
  addToCalendar: string
  openMap: string
  shareLocation: string
  /** What to type for the lone option of a question. */
  yesFor(label: string): string
  yesOrNo: string
  /** With the labels that the two answers have of their own. */
  yesOrNoAs(confirm: string, deny: string): string
  /** Words that mean yes and no beside YES and NO, which are always understood. */
  alsoYes: string[]
  alsoNo: string[]
}
