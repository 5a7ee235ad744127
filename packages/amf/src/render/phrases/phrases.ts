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
