import { Anchor, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconCircleCheck, IconCircleDashed, IconDeviceMobileMessage, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/home.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { ModelNotice } from '../../../components/ModelNotice.tsx'
import { SampleAgentNotice, SampleDataButton } from './SampleData.tsx'
import classes from './start.module.css'
import { listStartSteps, type StartStep } from './start-steps.ts'
import { useAgentProgress } from './useAgentProgress.ts'

const { start: texts } = strings

type Props = { agent: Schema<'AgentOverview'>; hide: () => void; finish: () => void }

/** The first steps of an agent, as far as they are done, with what one needs to try it. Gone once all are done. */
export function GettingStarted({ agent: { agentId, name }, hide, finish }: Props) {
  const progress = useAgentProgress(agentId)
  const steps = progress ? listStartSteps(progress) : []
  const done = steps.filter(({ isDone }) => isDone).length
  const isReady = steps.length > 0 && done === steps.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once that the last step is done
  useEffect(() => {
    if (isReady) finish()
  }, [isReady])
  if (!progress || isReady) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title(name)}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={2}>
            <Title order={2} size="h4">
              {texts.title(name)}
            </Title>
            <Text size="sm" className="quiet">
              {texts.progress(done, steps.length)}
            </Text>
          </Stack>
          <Button variant="subtle" size="compact-sm" flex="none" onClick={hide}>
            {texts.hide}
          </Button>
        </Group>
        <Progress value={(done / steps.length) * 100} size="sm" aria-label={texts.progress(done, steps.length)} />
        <SampleAgentNotice agentId={agentId} />
        <ol className={classes.steps} aria-label={texts.list}>
          {steps.map((step) => (
            <Step key={step.key} step={step} agentId={agentId} />
          ))}
        </ol>
        <ModelNotice agentId={agentId} />
        <Group gap="sm">
          <Tools agentId={agentId} />
          <SampleDataButton agentId={agentId} progress={progress} />
        </Group>
      </Stack>
    </Paper>
  )
}

function Step({ step, agentId }: { step: StartStep; agentId: string }) {
  const mayEdit = useCan('editor')
  const { isDone, key } = step
  const Sign = isDone ? IconCircleCheck : IconCircleDashed
  const action = (mayEdit || key === 'trial') && !isDone && <StepAction step={step} agentId={agentId} />
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Sign size={22} role="img" aria-label={isDone ? texts.done : texts.todo} className={classes.sign} />
      <div className={classes.text}>
        <Text size="sm" fw={600}>
          {texts[key].title}
        </Text>
        <Text size="sm" className="quiet">
          {describeStep(step)}
        </Text>
      </div>
      {action}
    </li>
  )
}

const nameChannels = (list: readonly Schema<'ChannelBinding'>['channel'][]): string[] =>
  list.map((channel) => phone.channels[channel])

function describeStep(step: StartStep): string {
  if (step.key === 'knowledge')
    return step.isDone ? texts.knowledge.done(step.facts, step.things, step.sources) : texts.knowledge.todo
  if (step.key === 'channel') {
    if (step.isDone) return texts.channel.done(nameChannels(step.live))
    return step.lab.length > 0 ? texts.channel.lab(nameChannels(step.lab)) : texts.channel.todo
  }
  if (step.key !== 'publish') return step.isDone ? texts[step.key].done : texts[step.key].todo
  const { obstacle } = step
  if (!obstacle) return texts.publish.done
  if (obstacle.kind === 'draft') return texts.publish.draft(obstacle.draft.name, obstacle.draft.changes)
  return obstacle.kind === 'lint' ? texts.publish.lint(obstacle.errors) : texts.publish[obstacle.kind]
}

const agentPath = '/orgs/$org/agents/$agent'
const look = { variant: 'default', size: 'xs', flex: 'none' } as const

function StepAction({ step, agentId }: { step: StartStep; agentId: string }): ReactNode {
  const params = { org: useOrg().id, agent: agentId }
  switch (step.key) {
    case 'identity':
      return (
        <ButtonLink {...look} to={`${agentPath}/edit/identity`} params={params}>
          {texts.identity.action}
        </ButtonLink>
      )
    case 'knowledge':
      return (
        <ButtonLink {...look} to={`${agentPath}/knowledge/facts`} params={params} search={{ make: 'new' }}>
          {texts.knowledge.action}
        </ButtonLink>
      )
    case 'trial':
      return (
        <ButtonLink {...look} to={`${agentPath}/emulator`} params={params}>
          {texts.trial.action}
        </ButtonLink>
      )
    case 'channel':
      return (
        <ButtonLink {...look} to={`${agentPath}/channels`} params={params}>
          {texts.channel.action}
        </ButtonLink>
      )
    case 'publish':
      return <PublishAction obstacle={step.obstacle} params={params} />
  }
}

type PublishActionProps = {
  obstacle: Extract<StartStep, { key: 'publish' }>['obstacle']
  params: { org: string; agent: string }
}

function PublishAction({ obstacle, params }: PublishActionProps) {
  if (obstacle?.kind === 'lint')
    return (
      <ButtonLink {...look} to={`${agentPath}/edit/lint`} params={params}>
        {texts.publish.fix}
      </ButtonLink>
    )
  if (obstacle?.kind !== 'draft') return null
  const { id: draftId } = obstacle.draft
  return (
    <ButtonLink
      {...look}
      to={`${agentPath}/versions/drafts/$draftId`}
      params={{ ...params, draftId }}
      search={{ draft: draftId }}
    >
      {texts.publish.review}
    </ButtonLink>
  )
}

/** The emulator and the lab, one click away. */
function Tools({ agentId }: { agentId: string }) {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('agent', agentId, 'gateway'),
    queryFn: ({ signal }) => org.api.agent(agentId).get('/gateway', { signal }),
  })
  return (
    <>
      <AnchorLink size="sm" to={`${agentPath}/emulator`} params={{ org: org.id, agent: agentId }}>
        <Group gap={4} component="span" display="inline-flex">
          <IconDeviceMobileMessage size={16} aria-hidden />
          {texts.emulator}
        </Group>
      </AnchorLink>
      {data?.labUrl && (
        <Anchor size="sm" href={data.labUrl} target="_blank" rel="noreferrer">
          <Group gap={4} component="span" display="inline-flex">
            <IconExternalLink size={16} aria-hidden />
            {texts.lab}
          </Group>
        </Anchor>
      )}
    </>
  )
}
