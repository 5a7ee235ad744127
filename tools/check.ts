// `npm run check`: all static checks of the code.
import { join } from 'node:path'

import { formatClosingLine } from './runner/result.ts'
import { createCheckStages, runStages } from './runner/stages.ts'

const counts = await runStages(createCheckStages(join(import.meta.dirname, '..')))
console.log(formatClosingLine(counts))
process.exitCode = counts.failed > 0 ? 1 : 0
