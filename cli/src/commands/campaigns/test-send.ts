import { defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'
import { campaignArgument } from './campaign.ts'

const testOptions = {
  variant: { type: 'string', value: 'ID', description: 'the variant whose opener is sent' },
  channel: { type: 'string', value: 'NAME', description: 'the channel of the number; default: rcs' },
  ...agentOptions,
} as const

export const testCampaignCommand = defineCommand({
  name: 'test',
  summary: 'send the opener of a campaign to yourself',
  about: `sends the opener of a campaign, or of one of its variants, to one number at once. It counts neither in
the campaign nor as a contact.`,
  args: [campaignArgument, { name: 'NUMBER', description: 'your number, with its country code' }],
  options: testOptions,
  examples: [
    ['parley campaigns test cmp_01 +12025550143', 'sends the opener to this number'],
    ['parley campaigns test cmp_01 +12025550143 --variant b --json', 'sends the opener of the variant b'],
  ],
  next: ['`parley campaigns start ID` starts it'],
  async run({ options, args: [campaignId = '', address = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const { channel = 'rcs', variant } = options
    const body = { recipient: { channel, address } as never, ...(variant && { variantId: variant }) }
    const result = await client.post('/campaigns/{campaignId}/test-send', { path: { campaignId }, body })
    json(result)
    print(`The test ${toPrintable(result.sendId ?? '')} is ${result.status}`)
    return exitCodes.passed
  },
})
