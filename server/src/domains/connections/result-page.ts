import { escapeHtml, renderPage } from '../../platform/pages/shell.ts'
import type { GrantResult } from './return-to.ts'

/** Why a grant did not come about; sent as `reason` too. */
const sentences: Record<string, string> = {
  access_denied: 'Access was not granted.',
  provider_error: 'The provider reported an error.',
  provider_unconfigured: 'The provider is no longer set up on this installation.',
  exchange_failed: 'The provider did not complete the grant.',
  gone: 'What access was asked for has been deleted meanwhile.',
  state_invalid: 'This link has been used already or is too old.',
}

/** For whoever has no page of their own to come back to. */
export function renderResultPage(result: GrantResult): string {
  if (!('reason' in result)) return renderResult('Connected', 'Access was granted. You can close this window.')
  return renderResult('Not connected', `${sentences[result.reason] ?? ''} Start again where you came from.`)
}

function renderResult(title: string, sentence: string): string {
  return renderPage(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`)
}
