import { Badge, Button, Group, Highlight, Paper, Progress, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { usePlaybookOptions } from './fact-form.ts'

/** Rates a score with the same thresholds as the agent. */
export function getConfidenceLabel(score: number): 'certain' | 'likely' | 'unlikely' {
  if (score >= 0.7) return 'certain'
  return score >= 0.35 ? 'likely' : 'unlikely'
}

const tokenize = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of a question that also occur in a hit, or share a stem with one of its words. */
export function findSharedWords(question: string, hit: { title: string; text: string }): string[] {
  const there = new Set(tokenize(`${hit.title} ${hit.text}`))
  return [...new Set(tokenize(question))].filter(
    (word) => word.length > 2 && (there.has(word) || [...there].some((one) => sharesStem(one, word))),
  )
}

/** Such as `boats` and `boat`. */
function sharesStem(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3
}

const { ask: texts } = strings
const from = '/orgs/$org/agents/$agent/knowledge/facts'
type Hit = Schema<'SearchHit'>
const highlightWords = { backgroundColor: 'var(--warn-strong)', color: 'inherit', fontWeight: 'var(--weight-strong)' }

/** Searches as a person would ask, and shows what the agent finds. */
export function KnowledgeSearchBox() {
  const now = useSearch({ from })
  const { ask = '' } = now
  const navigate = useNavigate({ from })
  const playbooks = usePlaybookOptions()
  const [question, setQuestion] = useState(ask)
  const [playbookId, setPlaybookId] = useState<string | null>(null)
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {texts.title}
          </Title>
          <Text size="sm" className="quiet">
            {texts.text}
          </Text>
        </div>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void navigate({ to: from, params: true, search: { ...now, ask: question.trim() || undefined } })
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={texts.question}
              value={question}
              onChange={(event) => setQuestion(event.currentTarget.value)}
              flex={1}
              miw={220}
            />
            <Select
              label={texts.playbook}
              placeholder={texts.anyPlaybook}
              data={playbooks}
              value={playbookId}
              onChange={setPlaybookId}
              clearable
              w={200}
            />
            <Button type="submit" variant="default">
              {texts.ask}
            </Button>
          </Group>
        </form>
        {ask && <Hits question={ask} playbookId={playbookId ?? undefined} />}
      </Stack>
    </Paper>
  )
}

function Hits({ question, playbookId }: { question: string; playbookId: string | undefined }) {
  const { data, error, refetch } = useHits(question, { playbookId, limit: 8 })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {data.data.length === 0 ? texts.none : texts.found(data.data.length)}
      </Text>
      {data.data.map((hit) => (
        <KnowledgeHit key={`${hit.kind} ${hit.id}`} hit={hit} question={question} />
      ))}
    </Stack>
  )
}

export function useHits(q: string, more: { playbookId?: string; limit: number }) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('knowledge', 'search', q, more),
    queryFn: ({ signal }) => agent.api.get('/knowledge/search', { query: { q: q.slice(0, 500), ...more }, signal }),
    enabled: q !== '',
  })
}

/** Hides the link to the source, for use within that source. */
export function KnowledgeHit({ hit, question, inside = false }: { hit: Hit; question: string; inside?: boolean }) {
  const shared = findSharedWords(question, hit)
  const percent = Math.round(hit.score * 100)
  return (
    <Paper withBorder p="sm" role="article" aria-label={hit.title || texts.kinds[hit.kind]}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Badge variant="default" tt="none">
              {texts.kinds[hit.kind]}
            </Badge>
            <Text size="sm" fw={600}>
              {hit.title}
            </Text>
          </Group>
          <Highlight size="sm" lineClamp={4} highlight={shared} highlightStyles={highlightWords}>
            {hit.text}
          </Highlight>
          <Text size="sm" className="quiet">
            {shared.length > 0 ? texts.by(shared) : texts.byMeaning} {texts[getConfidenceLabel(hit.score)]}
          </Text>
        </Stack>
        <Stack gap={4} w={96} align="flex-end" style={{ flex: 'none' }}>
          <Text size="sm" fw={600}>
            {texts.score(percent)}
          </Text>
          <Progress value={percent} w="100%" size="sm" aria-label={texts.score(percent)} />
          {!inside && <OpenHit hit={hit} question={question} />}
        </Stack>
      </Group>
    </Paper>
  )
}

function OpenHit({ hit: { kind, id, sourceId }, question }: { hit: Hit; question: string }) {
  const params = useRouteIds()
  if (kind === 'fact')
    return (
      <AnchorLink size="sm" to={from} params={params} search={{ ask: question, open: id }}>
        {texts.open}
      </AnchorLink>
    )
  if (kind === 'thing')
    return (
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/knowledge" params={params} search={{ open: id }}>
        {texts.open}
      </AnchorLink>
    )
  return (
    <AnchorLink size="sm" to="/orgs/$org/agents/$agent/knowledge/sources" params={params} search={{ open: sourceId }}>
      {texts.open}
    </AnchorLink>
  )
}
