import { defineCommand, defineGroup } from '../../command.ts'
import { connectToOrg } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/options.ts'
import { exitCodes, usageError } from '../../exit.ts'
import { confirmAction } from '../../io.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'

const providers = ['openai', 'anthropic', 'google', 'openai-compatible'] as const
const modelArgument = { name: 'ID', description: 'the id of the model, from `parley models list`' }

const listModelsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'list the models of the org',
  about: 'lists the models that the agents of the org can use.',
  options: { ...connectionOptions },
  examples: [
    ['parley models list', 'id, provider, model, key and price'],
    ['parley models list --json', 'for a script'],
  ],
  next: ['`parley models test ID` asks one a short question'],
  async run({ options, io, print, columns, json }) {
    const { client } = await connectToOrg(options, io)
    const { data } = await client.get('/models')
    json({ data })
    const rows = data.map(({ id, provider, model, hasApiKey, price }) => [
      ...[id, provider, model, hasApiKey ? 'yes' : 'no'],
      price ? `${price.inputPerMillion} / ${price.outputPerMillion} ${price.currency}` : '-',
    ])
    for (const line of formatTable(['ID', 'PROVIDER', 'MODEL', 'KEY', 'PRICE IN / OUT'], rows, columns)) print(line)
    return exitCodes.passed
  },
})

const addModelCommand = defineCommand({
  name: 'add',
  aliases: ['set'],
  summary: 'create or replace a model',
  about:
    'creates a model, or replaces it. The key comes from the environment variable MODEL_KEY, because other\nusers of this machine can see arguments; without it, a stored key stays.',
  args: [
    { name: 'ID', description: 'a short name, for example `fast`' },
    { name: 'MODEL', description: 'provider:model, for example anthropic:claude-sonnet-4-5' },
  ],
  options: {
    'base-url': { type: 'string', value: 'URL', description: 'the address; required for openai-compatible' },
    name: { type: 'string', value: 'NAME', description: 'a name for people' },
    price: {
      type: 'string',
      value: 'IN/OUT/CUR',
      description: 'price of a million tokens, for example 3/15/USD',
    },
    ...connectionOptions,
  },
  examples: [
    ['MODEL_KEY=sk-… parley models add fast openai:gpt-4.1-mini --price 0.4/1.6/USD', 'with a key and a price'],
    [
      'parley models add local openai-compatible:llama3.1 --base-url https://llm.example.com/v1',
      'a server of your own',
    ],
  ],
  next: ['`parley models test ID` asks it a short question'],
  async run({ options, args: [modelId = '', named = ''], io, print, json }) {
    const [, provider, model] = /^([a-z-]+):(.+)$/.exec(named) ?? []
    const known = providers.find((one) => one === provider)
    if (!known || !model) throw usageError(`MODEL must be provider:model, with one of ${providers.join(', ')}`)
    const apiKey = io.env.MODEL_KEY
    if (apiKey) io.addSecret(apiKey)
    const { client } = await connectToOrg(options, io)
    const body = {
      provider: known,
      model,
      ...(options.name !== undefined && { name: options.name }),
      ...(options['base-url'] !== undefined && { baseUrl: options['base-url'] }),
      ...(apiKey && { apiKey }),
      ...(options.price !== undefined && { price: parsePrice(options.price) }),
    }
    const stored = await client.put('/models/{modelId}', { path: { modelId }, body })
    print(`${toPrintable(modelId)} is ${toPrintable(`${stored.provider}:${stored.model}`)}`)
    json(stored)
    return exitCodes.passed
  },
})

function parsePrice(written: string): { inputPerMillion: number; outputPerMillion: number; currency: string } {
  const [, input, output, currency] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)\/([A-Z]{3})$/.exec(written) ?? []
  if (!input || !output || !currency) throw usageError('--price must be input/output/currency, for example 3/15/USD')
  return { inputPerMillion: Number(input), outputPerMillion: Number(output), currency }
}

const testModelCommand = defineCommand({
  name: 'test',
  summary: 'ask a model a short question',
  about: 'asks a model a short question, which costs a few tokens, and says whether it answered.',
  args: [modelArgument],
  options: { ...connectionOptions },
  exitDescriptions: { 0: 'the model answered', 1: 'it did not' },
  examples: [
    ['parley models test fast', 'whether the key and the address work'],
    ['parley models test embedded', 'the model that needs no key'],
  ],
  next: ['`parley models add ID MODEL` with another MODEL_KEY replaces a key that is refused'],
  async run({ options, args: [modelId = ''], io, print, json }) {
    const { client } = await connectToOrg(options, io)
    const result = await client.post('/models/{modelId}/_test', { path: { modelId } })
    json(result)
    print(result.ok ? `The model answered in ${result.milliseconds} ms` : toPrintable(result.detail ?? 'It failed'))
    return result.ok ? exitCodes.passed : exitCodes.failed
  },
})

const removeModelCommand = defineCommand({
  name: 'remove',
  aliases: ['delete'],
  summary: 'delete a model that no agent uses',
  about: 'deletes a model with its key.',
  args: [modelArgument],
  options: { yes: { type: 'boolean', short: 'y', description: 'does not ask for confirmation' }, ...connectionOptions },
  examples: [
    ['parley models remove fast', 'asks first'],
    ['parley models remove fast --yes', 'without asking'],
  ],
  next: ['`parley models list` shows the models that are left'],
  async run({ options, args: [modelId = ''], io, print, json }) {
    const { client } = await connectToOrg(options, io)
    if (!options.yes) await confirmAction(`Delete the model ${toPrintable(modelId)}?`, io)
    await client.delete('/models/{modelId}', { path: { modelId } })
    print(`${toPrintable(modelId)} is deleted`)
    json({ deleted: modelId })
    return exitCodes.passed
  },
})

export const modelsCommand = defineGroup({
  name: 'models',
  aliases: ['model'],
  summary: 'list, add, test and remove language models',
  about: 'the language models that the agents of the org can use. Changing them requires an admin.',
  commands: [listModelsCommand, addModelCommand, testModelCommand, removeModelCommand],
  examples: [
    ['MODEL_KEY=sk-… parley models add fast openai:gpt-4.1-mini', 'adds a model'],
    ['parley models test fast', 'whether it answers'],
  ],
})
