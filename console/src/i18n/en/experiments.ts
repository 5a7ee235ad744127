import { translatedPage } from '../translated-page.ts'
import { formatNumber } from './numbers.ts'

const percent = (value: number): string => `${(value * 100).toFixed(1).replace('.0', '')}%`
/** A difference of two rates, in percentage points. */
const points = (value: number): string => {
  const shown = (value * 100).toFixed(1).replace('.0', '').replace(/^-0$/, '0')
  return value > 0 && shown !== '0' ? `+${shown}` : shown.replace('-', '−')
}
const people = (count: number): string => (count === 1 ? '1 person' : `${formatNumber(count)} people`)

type Choice = { left: number; sent: number; inFlight: number; heldOut: number }

/** Experiments of campaigns, their start time, and tests of their openers. */
export const strings = translatedPage('experiments', {
  compose: {
    legend: 'Experiment',
    on: 'Compare several openers',
    onHint: 'Each person gets one of them, chosen at random once.',
    template: 'Opener',
    variant: (id: string) => `Variant ${id}`,
    weight: 'Weight',
    weightHint: 'Its share, relative to the others.',
    add: 'Add variant',
    remove: (id: string) => `Remove variant ${id}`,
    holdout: 'Hold out (percent)',
    holdoutHint:
      'This share of the audience gets nothing, so that you can see what the campaign changes. Empty: nobody.',
    startAt: 'Start at',
    startAtHint: (zone: string) =>
      `In the time zone of the place, ${zone}. After you start the campaign, it waits until this time. Empty: it begins at once.`,
  },
  title: 'Variants',
  variant: (id: string) => `Variant ${id}`,
  summary: (variants: readonly { id: string; weight: number }[]) => {
    const total = variants.reduce((sum, { weight }) => sum + weight, 0)
    return variants.map(({ id, weight }) => `Variant ${id}: ${percent(weight / total)}`).join(', ')
  },
  heldOut: (count: number) => `${people(count)} held out: they get nothing.`,
  holdout: 'Held out',
  holdoutText: 'They get nothing. Their numbers are what happens without the campaign.',
  leader: 'Leader',
  leaderHint: (id: string) => `Variant ${id} is significantly better than every other variant, at 95%.`,
  noLeader: 'No variant is significantly better than the others.',
  noLeaderYet: 'Not enough people yet to say which variant is better.',
  chosen: 'Chosen',
  choose: 'Send the rest with this variant',
  chooseTitle: (id: string) => `Send the rest with variant ${id}?`,
  chooseText: (id: string, { left, sent, inFlight, heldOut }: Choice): string =>
    [
      left === 0
        ? 'Nobody is left to send to, so this changes nothing unless the audience is checked again.'
        : `${people(left)} who ${left === 1 ? 'was' : 'were'} not sent to yet ${left === 1 ? 'gets' : 'get'} variant ${id}.`,
      ...(sent > 0 ? [`${people(sent)} who already received it ${sent === 1 ? 'keeps' : 'keep'} what they got.`] : []),
      ...(inFlight > 0 ? [`${formatNumber(inFlight)} in flight ${inFlight === 1 ? 'goes' : 'go'} as before.`] : []),
      ...(heldOut > 0 ? [`${people(heldOut)} held out still ${heldOut === 1 ? 'gets' : 'get'} nothing.`] : []),
    ].join(' '),
  chooseOk: 'Choose variant',
  chose: (id: string) => `The rest goes with variant ${id}`,
  numbers: {
    people: 'People',
    share: 'Share',
    sent: 'Sent',
    failed: 'Failed',
    delivered: 'Delivered',
    read: 'Read',
    replied: 'Replied',
    goal: 'Goal',
    tapped: 'Tapped',
    optedOut: 'Opted out',
  },
  share: (part: number) => percent(part),
  comparedToVariant: (id: string) => `variant ${id}`,
  comparedToHoldout: 'the people held out',
  comparison: (outcome: string, other: string) => `${outcome}, compared with ${other}`,
  difference: ({ value, low, high }: { value: number; low: number; high: number }) =>
    `${points(value)} points (${points(low)} to ${points(high)})`,
  verdicts: {
    more: 'More. Chance alone hardly explains it.',
    fewer: 'Fewer. Chance alone hardly explains it.',
    tooFew: 'Not enough people yet to tell.',
    unclear: 'No clear difference.',
  },
  value: (count: number) => formatNumber(count),
  rate: ({ value, low, high }: { value: number; low: number; high: number }) =>
    `${percent(value)} (${percent(low)} to ${percent(high)})`,
  hint: 'In parentheses: the range that contains the true rate or difference, at 95%.',

  test: {
    button: 'Send a test to yourself',
    title: 'Send a test',
    text: 'Sends the opener now. It counts neither in the campaign nor as a contact.',
    to: 'Recipient',
    forms: { person: 'Person', address: 'Phone number' },
    number: 'Your number',
    numberHint: 'Include the country code. This browser remembers it.',
    channel: 'Channel',
    variant: 'Variant',
    send: 'Send test',
    sent: 'Test queued',
    openSend: 'Open send',
  },
  inFlight: (count: number) =>
    count === 1
      ? '1 message is still in flight and will arrive.'
      : `${formatNumber(count)} messages are still in flight and will arrive.`,
  noneInFlight: 'Nothing is in flight.',
  held: (count: number) =>
    count === 1 ? '1 message waits until you resume.' : `${formatNumber(count)} messages wait until you resume.`,
})
