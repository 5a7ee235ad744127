import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { strings } from '#i18n/improve.ts'
import { useAgent, useCan, useRouteIds } from '../../app/current-org.ts'
import { AnchorLink } from '../../components/links.tsx'
import { notify } from '../../components/notify.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import type { UnansweredQuestion } from './improve-data.ts'

const { questions: words } = strings

export function QuestionCard({ entry, isChosen }: { entry: UnansweredQuestion; isChosen: boolean }) {
  const [answering, answer] = useDisclosure(isChosen && entry.state === 'open')
  const [shown, examples] = useDisclosure()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'center' })
  }, [isChosen])
  return (
    <Paper ref={card} withBorder p="md" component="article" aria-label={entry.question}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={2} miw={0}>
            <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
              {entry.question}
            </Title>
            <Group gap={6}>
              <Text size="sm" className="quiet">
                {words.asked(entry.count, entry.people)}
              </Text>
              <Text size="sm" className="quiet">
                {words.last} <Timestamp at={entry.lastAt} />
              </Text>
              {entry.suggestion && <Badge variant="light">{strings.answer.suggestion}</Badge>}
            </Group>
          </Stack>
          <Moves entry={entry} answer={answering ? undefined : answer.open} />
        </Group>
        {entry.factId && <AnsweredBy entry={entry} />}
        <Group>
          <Button size="compact-xs" variant="subtle" onClick={examples.toggle} aria-expanded={shown}>
            {shown ? words.hideExamples : words.examples(entry.examples.length)}
          </Button>
        </Group>
        {shown && <Examples entry={entry} />}
        {answering && <AnswerForm entry={entry} close={answer.close} />}
      </Stack>
    </Paper>
  )
}

function Moves({ entry, answer }: { entry: UnansweredQuestion; answer: (() => void) | undefined }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const moving = useMutation({
    mutationFn: (move: '_dismiss' | '_reopen') =>
      agent.api.post(`/insights/unanswered/{questionId}/${move}`, { path: { questionId: entry.id } }),
    onSuccess: ({ state }) => {
      notify.success(state === 'dismissed' ? words.dismissed : words.reopened)
      void queries.invalidateQueries({ queryKey: agent.key('insights') })
    },
    onError: notify.error,
  })
  if (!useCan('editor')) return null
  return (
    <Group gap="xs" wrap="nowrap">
      {entry.state === 'open' && answer && (
        <Button size="xs" onClick={answer}>
          {words.answer}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={moving.isPending}
        onClick={() => moving.mutate(entry.state === 'open' ? '_dismiss' : '_reopen')}
      >
        {entry.state === 'open' ? words.dismiss : words.reopen}
      </Button>
    </Group>
  )
}

function AnsweredBy({ entry: { factId, draftId } }: { entry: UnansweredQuestion }) {
  const params = useRouteIds()
  return (
    <Text size="sm">
      {words.fact}{' '}
      <AnchorLink inherit to="/orgs/$org/agents/$agent/knowledge/facts" params={params}>
        {factId}
      </AnchorLink>
      {draftId && ` ${words.inDraft}`}
    </Text>
  )
}

function Examples({ entry: { examples } }: { entry: UnansweredQuestion }) {
  const params = useRouteIds()
  return (
    <Stack gap={4} component="ul" m={0} pl="md">
      {examples.map(({ sessionId, messageId, text, at }) => (
        <li key={messageId}>
          <AnchorLink
            size="sm"
            to="/orgs/$org/agents/$agent/inbox"
            params={params}
            search={{ conversation: sessionId, message: messageId }}
            aria-label={words.openExample(text)}
            style={{ overflowWrap: 'anywhere' }}
          >
            {text}
          </AnchorLink>{' '}
          <Text span size="xs" className="quiet">
            <Timestamp at={at} />
          </Text>
        </li>
      ))}
    </Stack>
  )
}
