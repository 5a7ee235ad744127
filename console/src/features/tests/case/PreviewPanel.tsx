import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Invalid, type Schema } from '@parley/sdk'
import { estimateCase } from '@parley/testcase'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { type Finding, FindingItem } from '../../../components/Findings.tsx'
import {
  createAgentTextBubble,
  createNoteBubble,
  createPersonBubble,
  type HandsetBubble,
} from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { RunFact } from '../runs/RunFacts.tsx'
import { type CaseDraft, isPlainObject, readDraftList, readDraftNumber, toPathFromPointer } from './case-draft.ts'
import { describeTurn, turnKindOf } from './case-turns.ts'
import { useCaseEditing } from './useCaseEditor.ts'

const { preview: texts } = strings

/** Next to the editor: lint findings, the context of the first turn, and the cost. */
export function PreviewPanel({ preview }: { preview: TestCasePreview | undefined }) {
  return (
    <Stack>
      <Lint />
      <Card withBorder component="section" aria-label={texts.title}>
        <Stack gap="sm">
          <div>
            <Title order={2} size="h5">
              {texts.title}
            </Title>
            <Text size="sm" className="quiet">
              {texts.hint}
            </Text>
          </div>
          <Cost />
          {preview && <FirstTurnContext preview={preview} />}
          <Script preview={preview} />
        </Stack>
      </Card>
    </Stack>
  )
}

function Lint() {
  const { findings } = useCaseEditing()
  return (
    <Card withBorder component="section" aria-label={texts.lint}>
      <Stack gap={6}>
        <Title order={2} size="h5">
          {texts.lint}
        </Title>
        {findings.length === 0 && <Text size="sm">{texts.clean}</Text>}
        {findings.map((finding) => (
          <div key={`${finding.path} ${finding.code}`}>
            <Text size="xs" ff="monospace" className="quiet">
              {finding.path}
            </Text>
            <FindingItem finding={finding} />
          </div>
        ))}
      </Stack>
    </Card>
  )
}

function Cost() {
  const { draft } = useCaseEditing()
  const judged = readDraftList(draft, ['expect', 'judge', 'criteria']).length > 0
  const turns = readDraftList(draft, ['turns']) as string[]
  const expect = judged ? { judge: { criteria: [{ id: 'any', text: '' }] } } : {}
  const { units } = estimateCase({ turns, expect })
  const samples = readDraftNumber(draft, ['samples']) ?? 1
  return <RunFact label={strings.case.estimate}>{strings.case.units(units, samples)}</RunFact>
}

function FirstTurnContext({ preview: { brief, resolved } }: { preview: TestCasePreview }) {
  const { known } = useCaseEditing()
  const { startingPlaybook, likelyTimezone, productInterest, representative, greetingOnly } = resolved
  const playbook = known.playbooks.find(({ id }) => id === startingPlaybook)
  const product = productInterest && (productInterest.display ?? productInterest.mapped ?? productInterest.raw)
  return (
    <SimpleGrid cols={2} spacing="xs">
      <RunFact label={texts.begins}>{playbook?.name ?? startingPlaybook ?? texts.noPlaybook}</RunFact>
      <RunFact label={texts.channel}>{strings.channels[brief.channel] ?? brief.channel}</RunFact>
      <RunFact label={texts.date}>{brief.currentDate}</RunFact>
      {likelyTimezone && <RunFact label={texts.zone}>{likelyTimezone}</RunFact>}
      {product && <RunFact label={texts.product}>{product}</RunFact>}
      {representative && <RunFact label={texts.representative}>{representative.name}</RunFact>}
      {brief.person && <RunFact label={texts.person}>{listed(brief.person)}</RunFact>}
      {brief.formData && <RunFact label={texts.form}>{listed(brief.formData)}</RunFact>}
      {greetingOnly && <Text size="sm">{texts.greetingOnly}</Text>}
    </SimpleGrid>
  )
}

const listed = (values: CaseDraft): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')

function Script({ preview }: { preview: TestCasePreview | undefined }) {
  const agent = useAgent()
  const { draft } = useCaseEditing()
  const bubbles = useMemo(() => buildScriptPreview(draft, preview), [draft, preview])
  return (
    <HandsetView
      title={agent.name}
      channel={preview?.brief.channel ?? 'rcs'}
      bubbles={bubbles}
      label={texts.script}
      hint={texts.waiting}
      height="26rem"
    />
  )
}

/** The case as a transcript, as far as it is known before the run: the agent's replies are missing. */
function buildScriptPreview(draft: CaseDraft, preview: TestCasePreview | undefined): HandsetBubble[] {
  const seed = readDraftList(draft, ['scenario', 'persona', 'preset', 'historySeed'])
  const before = [...seed, ...readDraftList(draft, ['scenario', 'history'])].filter(isPlainObject)
  const { greeting } = preview?.resolved ?? {}
  return [
    ...before.map((line, index) => lineBubble(line, `before${index}`)),
    ...(greeting === undefined ? [] : [createAgentTextBubble(greeting, { messageId: 'greeting' })]),
    ...readDraftList(draft, ['turns']).map((turn, index) => turnBubble(turn, `turn${index}`)),
  ]
}

function lineBubble({ role, content }: CaseDraft, id: string): HandsetBubble {
  const text = String(content ?? '')
  if (role === 'assistant') return createAgentTextBubble(text, { messageId: id, earlier: true })
  return createPersonBubble({ id, text, earlier: true })
}

function turnBubble(turn: unknown, id: string): HandsetBubble {
  const kind = turnKindOf(turn)
  if (kind === 'system' || kind === 'simulate') return createNoteBubble(id, describeTurn(turn))
  const media =
    isPlainObject(turn) && typeof turn.url === 'string' ? { url: turn.url, mediaType: `${turn.media}/*` } : undefined
  return createPersonBubble({ id, text: describeTurn(turn), media })
}

type TestCasePreview = Schema<'TestCasePreview'>
/** The context of the first turn, if available, and lint findings by field. */
type PreviewResult = { preview?: TestCasePreview; findings: Finding[] }
type Linted = Schema<'TestFinding'>

const nothing: PreviewResult = { findings: [] }

export function useCasePreview(suiteId: string, draft: CaseDraft, enabled: boolean): PreviewResult {
  const agent = useAgent()
  const [document] = useDebouncedValue(draft, 400)
  const { data = nothing } = useQuery({
    queryKey: agent.key('tests', 'preview', suiteId, document),
    queryFn: async ({ signal }): Promise<PreviewResult> => {
      const call = { path: { suiteId }, body: document, signal }
      try {
        const answer = await agent.api.raw('POST', '/tests/suites/{suiteId}/cases/preview', call)
        const preview = (await answer.json()) as TestCasePreview
        return { preview, findings: preview.lint.map(groupByField) }
      } catch (error) {
        if (!(error instanceof Invalid) || !Array.isArray(error.body.lint)) throw error
        return { findings: (error.body.lint as Linted[]).map(groupByField) }
      }
    },
    // Nothing to preview until the case is loaded.
    enabled: enabled && Object.keys(document).length > 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  return data
}

const groupByField = ({ path, ...finding }: Linted): Finding => ({ ...finding, path: toPathFromPointer(path) })
