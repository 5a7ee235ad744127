// `npm run check`: everything about the code that can be checked without running it.
import { join } from 'node:path'
import { checksOf } from './runner/checks.ts'
import { closingLine } from './runner/result.ts'
import { runStages } from './runner/stages.ts'

const tally = await runStages(checksOf(join(import.meta.dirname, '..')))
console.log(closingLine(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
