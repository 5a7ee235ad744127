import { resolve } from 'node:path'
import { defineCommand, defineGroup } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { writeOutputFile } from '../../write-file.ts'

const exportPeopleCommand = defineCommand({
  name: 'export',
  summary: 'all that is known of a person, as one document',
  about:
    'prints a copy of all that is known of one person as JSON: profile, addresses, consent, messages,\nsends, appointments and the rest. That it was made stands in the audit log.',
  args: [{ name: 'PERSON', description: 'the id of the person, per_…' }],
  options: {
    ...agentOptions,
    out: { type: 'string', short: 'o', value: 'FILE', description: 'writes it to a file instead' },
  },
  examples: [
    ['parley people export per_0m3k1 --out ada.json', 'keeps it in a file, for whoever asked for it'],
    ["parley people export per_0m3k1 --json | jq '.messages | length'", 'in one line, for a program'],
  ],
  next: ['To erase them: `DELETE …/people/per_0m3k1`, or the button in the console'],
  async run({ options, args, io, print, json }) {
    const [id] = args
    if (id === undefined) throw usageError('Whose copy is it to be?')
    const { client } = await connectToAgent(options, io)
    const text = await (await client.raw('GET', `/people/${encodeURIComponent(id)}/export`)).text()
    if (options.out === undefined) {
      io.out(options.json ? `${JSON.stringify(JSON.parse(text))}\n` : text)
      return exitCodes.passed
    }
    const file = resolve(io.workingDirectory, options.out)
    await writeOutputFile(file, text, { isPrivate: true })
    print(`Written: ${file}`)
    json({ file })
    return exitCodes.passed
  },
})

export const peopleCommand = defineGroup({
  name: 'people',
  summary: 'copy what is known of a person',
  about: 'for those who ask what is known of them.',
  commands: [exportPeopleCommand],
  examples: [
    ['parley people export per_0m3k1 --out ada.json', 'all that is known of them, in a file'],
    ['parley people export per_0m3k1 --json', 'in one line, for a program'],
  ],
})
