import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from '@codemirror/autocomplete'
import { markdown } from '@codemirror/lang-markdown'
import { type Diagnostic, linter } from '@codemirror/lint'
import { type Extension, RangeSetBuilder, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { strings } from '#i18n/aml.ts'
import type { PositionedNote } from './AmlCode.tsx'
import type { AgentContentData } from './agent-content.ts'
import { type CompletionOffer, completeAt } from './completion.ts'
import { markerSnippetOf, scanSpans } from './markers.ts'

type CodemirrorOptions = {
  parts: AgentContentData
  slots: readonly string[]
  notesOf: (text: string) => PositionedNote[]
}

export function createAmlExtensions({ parts, slots, notesOf }: CodemirrorOptions): Extension {
  return [
    text,
    highlightPlugin,
    colors,
    autocompletion({ override: [(context) => completionsAt(context, parts, slots)], icons: false }),
    linter((view) => notesOf(view.state.doc.toString()).map((note) => diagnosticOf(note, view.state.doc)), {
      delay: 400,
    }),
  ]
}

// Markdown's link syntax would match a marker.
const text = markdown({ extensions: { remove: ['Link', 'LinkReference'] }, completeHTMLTags: false })

function completionsAt(
  { state, pos, explicit }: CompletionContext,
  parts: AgentContentData,
  slots: readonly string[],
): CompletionResult | null {
  const written = state.doc.toString()
  const offered = completeAt(written, pos, parts, slots)
  if (!offered && explicit) {
    const all = completeAt(`${written.slice(0, pos)}[[`, pos + 2, parts, slots)
    return all ? { from: pos, options: all.offers.map(completionOf), filter: false } : null
  }
  return offered ? { from: offered.from, options: offered.offers.map(completionOf) } : null
}

function completionOf(offer: CompletionOffer): Completion {
  if (offer.kind === 'marker') {
    const { name } = offer.marker
    return snippetCompletion(markerSnippetOf(offer.marker), {
      label: `[[${name}`,
      displayLabel: name,
      detail: strings.markers[name],
    })
  }
  const { kind, label, insert } = offer
  if (kind === 'slot') return { label: `{${label}`, displayLabel: label, apply: insert, detail: strings.complete.slot }
  if (kind === 'row') return { label, apply: insert, detail: strings.complete.row }
  return { label, apply: insert, detail: offer.detail === label ? strings.complete[kind] : offer.detail }
}

function diagnosticOf({ line, column, message, severity }: PositionedNote, doc: Text): Diagnostic {
  const within = doc.line(Math.min(Math.max(1, line), doc.lines))
  const from = Math.min(within.from + column - 1, within.to)
  return { from, to: Math.max(from, within.to), severity, message }
}

const marks = {
  bracket: Decoration.mark({ class: 'aml-sign' }),
  sign: Decoration.mark({ class: 'aml-sign' }),
  name: Decoration.mark({ class: 'aml-name' }),
  id: Decoration.mark({ class: 'aml-id' }),
  slot: Decoration.mark({ class: 'aml-slot' }),
}

function buildDecorations(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, kind } of scanSpans(view.state.doc.toString())) builder.add(from, to, marks[kind])
  return builder.finish()
}

const highlightPlugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = buildDecorations(view)
    }
    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = buildDecorations(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const colors = EditorView.theme({
  '.aml-sign, .aml-sign *': { color: 'var(--quiet) !important' },
  '.aml-name, .aml-name *': { color: 'var(--syntax-name) !important', fontWeight: '600' },
  '.aml-id, .aml-id *': { color: 'var(--syntax-id) !important' },
  '.aml-slot, .aml-slot *': { color: 'var(--syntax-slot) !important' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--mantine-primary-color-filled)',
    color: 'var(--mantine-primary-color-contrast)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.85' },
})
