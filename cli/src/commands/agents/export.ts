import { resolve } from 'node:path'
import { defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { writeOutputFile } from '../../write-file.ts'

export const exportAgentCommand = defineCommand({
  name: 'export',
  summary: 'an agent as one document, YAML or JSON',
  about: 'prints the whole configuration of an agent as one document, without its secrets.',
  options: {
    ...agentOptions,
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'writes it to a file instead, as JSON if that ends in .json',
    },
  },
  examples: [
    ['parley agents export --out desk.yaml', 'keeps it in a file'],
    ["parley agents export --json | jq '.playbooks[].name'", 'as JSON, for a program'],
  ],
  next: ['Edit the file; `parley agents import desk.yaml` shows what would change, and changes it'],
  async run({ options, io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const format = options.json || options.out?.endsWith('.json') ? 'json' : 'yaml'
    const text = await (await client.raw('GET', '/export', { query: { format } })).text()
    if (options.out === undefined) {
      io.out(options.json ? `${JSON.stringify(JSON.parse(text))}\n` : text)
      return exitCodes.passed
    }
    const file = resolve(io.workingDirectory, options.out)
    await writeOutputFile(file, text)
    print(`Written: ${file}`)
    json({ file, format })
    return exitCodes.passed
  },
})
