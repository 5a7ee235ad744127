// A small bot: greets with chips, shows its boats, and processes an answer. Set its URL as the agent's webhook, then:
// SIGNING_SECRET=… PORT=8787 node examples/bot.ts
import { createServer } from 'node:http'
import { aml, chip, chips, createBot, message, picker } from '@parley/sdk'

const { SIGNING_SECRET = '', PORT = '8787' } = process.env
const boats = { dinghy: 'A dinghy for two', sloop: 'A sloop for six' }

const bot = createBot({
  signingSecret: SIGNING_SECRET,

  onMessage({ message: { text = '' } }, { typing }) {
    typing()
    if (/boat|sail/i.test(text)) return message(picker('boat', 'Which one would you like?', boats))
    return message('Welcome to the harbour!', chips(chip.reply('Show me the boats', 'boats'), 'Not today'))
  },

  onResult({ result: { intentId, optionIds, labels } }) {
    if (intentId === 'boat') return aml`**${labels.join()}** it is. We keep it for you until noon.`
    if (optionIds.includes('boats')) return message(picker('boat', 'Which one would you like?', boats))
    return 'Another time, then.'
  },
})

createServer(bot.node).listen(Number(PORT), '127.0.0.1')
