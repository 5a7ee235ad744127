import { runSearchThread } from './search-thread.ts'
import { loadTargets, targetFiles } from './targets/index.ts'

type ParserFuzzOptions = { seconds: number; seed: number; only: string }

/** Fuzzes each parser for the given number of seconds; returns whether anything was found. */
export async function fuzzParsers({ seconds, seed, only }: ParserFuzzOptions): Promise<boolean> {
  let failed = false
  for (const file of targetFiles) {
    for (const { name } of await loadTargets(file)) {
      if (name.includes(only)) failed = (await fuzzParser({ file, name, seed, seconds })) || failed
    }
  }
  return failed
}

async function fuzzParser(job: Parameters<typeof runSearchThread>[0]): Promise<boolean> {
  const result = await runSearchThread(job)
  if (!result) {
    console.log(`${job.name.padEnd(28)} not searched: the machine stalled repeatedly, seed ${job.seed}`)
    return true
  }
  const { inputs, newInputs, coveredCharacters, crashes } = result
  const counts = `${inputs} inputs, ${newInputs} kept, ${coveredCharacters} characters of code, ${crashes.length} crashes`
  console.log(`${job.name.padEnd(28)} ${counts}, seed ${job.seed}`)
  for (const { input, error } of crashes) console.log(`\n${JSON.stringify(input)}\n${error}\n`)
  return crashes.length > 0
}
