import { Alert, Button, Group, List, Paper, Stack, Stepper, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { strings } from '#i18n/campaigns.ts'
import { strings as experimentTexts } from '#i18n/experiments.ts'
import { usePlaceTimeZone } from '../../../api/lookups.ts'
import { useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { formatDateTime } from '../../../components/times.ts'
import { useOutreaches } from '../../outreach/shared/outreach-config.ts'
import type { Campaign } from '../campaign.ts'
import { type ComposerStep, composerSteps } from '../campaign-search.ts'
import { CampaignChecks } from '../checks/CampaignChecks.tsx'
import { Estimates } from '../checks/Estimates.tsx'
import { useSendHoursText } from '../send-hours.ts'
import { useCampaignCommand } from '../useCampaign.ts'
import { AudienceStep } from './AudienceStep.tsx'
import type { CampaignDraft } from './campaign-draft.ts'
import { OutreachStep } from './OutreachStep.tsx'
import { RehearsalStep } from './RehearsalStep.tsx'
import { useCampaignDraft } from './useCampaignDraft.ts'

const { start, checks } = strings

/** Final confirmation: to start, the user must type the number of recipients. */
function StartStep({ campaign, onStep }: { campaign: Campaign; onStep: (step: ComposerStep) => void }) {
  const can = useCan('editor')
  const outreach = useOutreaches().data?.find(({ id }) => id === campaign.outreachId)
  const hours = useSendHoursText(campaign)
  const zone = usePlaceTimeZone() ?? 'UTC'
  const { sendable } = campaign.counts
  if (campaign.status === 'draft') return <FirstRecipient onStep={onStep} />
  if (sendable === 0) return <Alert color="yellow" title={checks.nobody} />
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Title order={2} size="h3">
          {start.ready(sendable)}
        </Title>
        <Text>{campaign.test ? start.rehearsal : start.text}</Text>
        <List size="sm" spacing={4}>
          <List.Item>{`${start.outreach}: ${outreach?.name ?? campaign.outreachId}`}</List.Item>
          <List.Item>{`${start.window}: ${hours}`}</List.Item>
          {campaign.startAt && !campaign.test && (
            <List.Item>
              {`${experimentTexts.compose.startAt}: `}
              {formatDateTime(campaign.startAt, zone)}
            </List.Item>
          )}
          {campaign.variants && <List.Item>{experimentTexts.summary(campaign.variants)}</List.Item>}
          {campaign.counts.heldOut !== undefined && (
            <List.Item>{experimentTexts.heldOut(campaign.counts.heldOut)}</List.Item>
          )}
          <Estimates campaign={campaign} />
        </List>
        <Group justify="space-between">
          <Button variant="default" onClick={() => onStep('checks')}>
            {strings.back}
          </Button>
          {can && <StartButton campaign={campaign} zone={zone} />}
        </Group>
      </Stack>
    </Paper>
  )
}

/** A scheduled campaign is started too: it then waits for its time. */
function StartButton({ campaign, zone }: { campaign: Campaign; zone: string }) {
  const { id, name, counts, startAt, test } = campaign
  const isLater = startAt !== undefined && !test && Date.parse(startAt) > Date.now()
  const starting = useCampaignCommand(id, 'start', isLater ? start.scheduled : start.started)
  const ask = async () => {
    const { sendable } = counts
    const text = isLater ? start.confirmLater(sendable, formatDateTime(startAt, zone)) : start.confirm(sendable)
    const question = { title: start.title(name), text, ok: start.button }
    if (await askConfirmation({ ...question, phrase: String(sendable) })) starting.mutate()
  }
  return (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={ask} loading={starting.isPending}>
      {start.button}
    </Button>
  )
}

function FirstRecipient({ onStep }: { onStep: (step: ComposerStep) => void }) {
  return (
    <Alert color="gray" title={start.first}>
      <Button size="sm" onClick={() => onStep('checks')}>
        {strings.steps.checks}
      </Button>
    </Alert>
  )
}

type CampaignComposerProps = {
  campaign: Campaign | undefined
  initial: CampaignDraft
  step: ComposerStep
  onStep: (step: ComposerStep) => void
}

export function CampaignComposer(props: CampaignComposerProps) {
  const zone = usePlaceTimeZone()
  return zone === undefined ? <Loading /> : <ComposerForm {...props} zone={zone} />
}

function ComposerForm({ campaign, initial, step, onStep, zone }: CampaignComposerProps & { zone: string }) {
  const readOnly = !useCan('editor')
  const draft = useCampaignDraft(campaign, initial, zone)
  const { form, saving } = draft
  const active = composerSteps.indexOf(step)
  return (
    <Stack>
      <nav aria-label={strings.steps.label}>
        <Stepper active={active} onStepClick={(at) => onStep(composerSteps[at] ?? step)} size="sm" iconSize={30}>
          {composerSteps.map((one, at) => (
            <Stepper.Step
              key={one}
              label={strings.steps[one]}
              allowStepSelect={campaign !== undefined || at < 2}
              aria-current={one === step ? 'step' : undefined}
            />
          ))}
        </Stepper>
      </nav>
      {saving.error && active < 2 && <RefusalSummary error={saving.error} />}
      {step === 'outreach' && <OutreachStep form={form} readOnly={readOnly} onNext={() => onStep('audience')} />}
      {step === 'audience' && <AudienceStep draft={draft} campaign={campaign} readOnly={readOnly} onStep={onStep} />}
      {campaign && step === 'checks' && <CampaignChecks campaign={campaign} onStep={onStep} />}
      {campaign && step === 'rehearse' && <RehearsalStep campaign={campaign} onStep={onStep} />}
      {campaign && step === 'start' && <StartStep campaign={campaign} onStep={onStep} />}
    </Stack>
  )
}
