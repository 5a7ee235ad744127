import { resolve } from 'node:path'
import { defineCommand, defineGroup } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { writeOutputFile } from '../../write-file.ts'
import { importPeopleCommand } from './import.ts'

const exportPeopleCommand = defineCommand({
  name: 'export',
  summary: 'export everything stored about a person, as one document',
  about:
    'prints everything stored about one person as JSON: profile, addresses, consent, messages,\nsends, appointments and the rest. The audit log records the export.',
  args: [{ name: 'PERSON', description: 'the id of the person, per_…' }],
  options: {
    ...agentOptions,
    out: { type: 'string', short: 'o', value: 'FILE', description: 'writes it to a file instead' },
  },
  examples: [
    ['parley people export per_0m3k1 --out ada.json', 'saves it to a file, for the person who asked for it'],
    ["parley people export per_0m3k1 --json | jq '.messages | length'", 'on one line, for a program'],
  ],
  next: ['To erase a person: `DELETE …/people/per_0m3k1`, or the button in the console'],
  async run({ options, args, io, print, json }) {
    const [id] = args
    if (id === undefined) throw usageError('Which person? Pass a person id')
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
  summary: 'import people, and export what is stored about one',
  about: 'imports people from a file, and answers requests for the data stored about a person.',
  commands: [importPeopleCommand, exportPeopleCommand],
  examples: [
    ['parley people import people.csv --dry-run', 'shows how a file would be imported'],
    ['parley people export per_0m3k1 --out ada.json', 'everything stored about them, in a file'],
  ],
})
