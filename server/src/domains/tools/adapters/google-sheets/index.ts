import { z } from 'zod'
import type { ToolAdapter } from '../../adapter.ts'
import { createGoogleProvider } from '../google.ts'
import { callToolProvider, encodeSegment, parseResponse } from '../provider.ts'

const googleSheets = createGoogleProvider({
  name: 'Google Sheets',
  fixPermission: 'Share the spreadsheet with the connected Google account as an editor.',
})

const Appended = z.object({ updates: z.object({ updatedRange: z.string(), updatedRows: z.int().optional() }) })

type SheetsConfig = { spreadsheetId: string; range?: string; valueInputOption?: 'RAW' | 'USER_ENTERED' }

export const googleSheetsAdapter: ToolAdapter = {
  toolId: '@svc/tool.google-sheets',
  baseUrl: () => 'https://sheets.googleapis.com',
  sideEffects: true,
  async call(call) {
    const { spreadsheetId, range, valueInputOption = 'RAW' } = call.config as SheetsConfig
    const response = await callToolProvider(googleSheets, call, {
      method: 'POST',
      path: `/v4/spreadsheets/${encodeSegment(spreadsheetId)}/values/${encodeSegment(toA1Range(range))}:append`,
      // INSERT_ROWS never overwrites what is below the table.
      query: { valueInputOption, insertDataOption: 'INSERT_ROWS' },
      json: { majorDimension: 'ROWS', values: [call.with.values] },
    })
    const { updates } = parseResponse(googleSheets, Appended, response)
    return { updatedRange: updates.updatedRange, updatedRows: updates.updatedRows ?? 1 }
  },
}

const cell = '[A-Za-z]{0,3}[0-9]*'
const cells = new RegExp(`^${cell}(:${cell})?$`)

/**
 * The range in A1 notation, in which the name of a tab with spaces or signs is quoted. A range without a tab belongs to
 * the first tab.
 */
export function toA1Range(range = ''): string {
  const trimmed = range.trim()
  if (trimmed === '') return 'A1'
  const separator = trimmed.lastIndexOf('!')
  if (separator > 0) return `${quoteTab(trimmed.slice(0, separator))}!${trimmed.slice(separator + 1)}`
  return cells.test(trimmed) && trimmed.includes(':') ? trimmed : quoteTab(trimmed)
}

function quoteTab(name: string): string {
  return /^'.*'$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`
}
