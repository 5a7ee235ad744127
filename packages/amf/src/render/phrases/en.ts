import type { Phrases } from './phrases.ts'

export const en: Phrases = {
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
