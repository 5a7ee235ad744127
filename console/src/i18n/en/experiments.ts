import { formatNumber } from './numbers.ts'

const percent = (value: number): string => `${(value * 100).toFixed(1).replace('.0', '')}%`

/** Experiments of campaigns, their start time, and tests of their openers. */
export const strings = {
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
  holdout: 'Held out',
  holdoutText: 'They get nothing. Their numbers are what happens without the campaign.',
  leader: 'Leader',
  leaderHint: 'Significantly better than every other variant, at 95%.',
  noLeader: 'No variant is significantly better than the others yet.',
  chosen: 'Chosen',
  choose: 'Send the rest with this variant',
  chooseTitle: (id: string) => `Send the rest with variant ${id}?`,
  chooseText: 'Everyone who was not sent to yet gets this variant. What was sent stays as it is.',
  chooseOk: 'Choose variant',
  chose: (id: string) => `The rest goes with variant ${id}`,
  numbers: {
    people: 'People',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    replied: 'Replied',
    goal: 'Goal',
    tapped: 'Tapped',
  },
  value: (count: number) => formatNumber(count),
  rate: ({ value, low, high }: { value: number; low: number; high: number }) =>
    `${percent(value)} (${percent(low)} to ${percent(high)})`,
  hint: 'In parentheses: the range that contains the true rate, at 95%.',

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
}
