import { Badge, Button, Fieldset, Group, Stack, Table, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/experiments.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import { useTemplates } from '../../outreach/shared/outreach-config.ts'
import type { Campaign } from '../campaign.ts'
import classes from '../checks/previews.module.css'

type Report = Schema<'CampaignReport'>
type Group_ = NonNullable<Report['holdout']>

/** The variants side by side on phones, each with its numbers as they come, and the people held out. */
export function ExperimentResults({ campaign, report }: { campaign: Campaign; report?: Report }) {
  const { variants = [], counts } = campaign
  const held = report?.holdout
  if (variants.length === 0 && counts.heldOut === undefined) return null
  const chosen = campaign.chosenVariantId
  return (
    <Fieldset legend={strings.title}>
      <Stack>
        {report && variants.length > 0 && (
          <Text size="sm">{report.leader === undefined ? strings.noLeader : strings.leaderHint}</Text>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section className={classes.row} aria-label={strings.title} tabIndex={0}>
          {variants.map(({ id, openerTemplateId }) => (
            <Stack key={id} gap="xs" className={classes.one}>
              <Group gap="xs">
                <Text fw={600}>{strings.variant(id)}</Text>
                {report?.leader === id && <Badge tt="none">{strings.leader}</Badge>}
                {chosen === id && (
                  <Badge tt="none" variant="default">
                    {strings.chosen}
                  </Badge>
                )}
              </Group>
              <VariantOpener templateId={openerTemplateId} />
              <Numbers
                label={strings.variant(id)}
                group={report?.variants?.find((one) => one.id === id)}
                people={counts.variants?.[id]}
              />
              {chosen !== id && <ChooseVariant campaign={campaign} variantId={id} />}
            </Stack>
          ))}
          {counts.heldOut !== undefined && (
            <Stack gap="xs" className={classes.one}>
              <Text fw={600}>{strings.holdout}</Text>
              <Text size="sm" className="quiet">
                {strings.holdoutText}
              </Text>
              <Numbers label={strings.holdout} group={held} people={counts.heldOut} isHoldout />
            </Stack>
          )}
        </section>
        {report && (
          <Text size="sm" className="quiet">
            {strings.hint}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

function VariantOpener({ templateId }: { templateId: string }) {
  const template = useTemplates().data?.find(({ id }) => id === templateId)
  return template ? <AmlPreview text={template.body} channels={['rcs']} /> : <Text size="sm">{templateId}</Text>
}

const counted = ['delivered', 'read', 'replied', 'goal', 'tapped'] as const

type NumbersProps = { label: string; group: Group_ | undefined; people: number | undefined; isHoldout?: boolean }

function Numbers({ label, group, people = 0, isHoldout = false }: NumbersProps) {
  const rows: [string, string][] = [
    [strings.numbers.people, strings.value(group?.people ?? people)],
    ...(group && !isHoldout ? [[strings.numbers.sent, strings.value(group.sent)] as [string, string]] : []),
    ...(group
      ? counted
          .filter((name) => !isHoldout || name === 'replied' || name === 'goal')
          .map((name): [string, string] => [
            strings.numbers[name],
            `${strings.value(group[name])} · ${strings.rate(group.rates[name])}`,
          ])
      : []),
  ]
  return (
    <Table aria-label={label} highlightOnHover={false} fz="sm">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th fw={500}>{name}</Table.Th>
            <Table.Td ta="right">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function ChooseVariant({ campaign: { id: campaignId, status }, variantId }: { campaign: Campaign; variantId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const can = useCan('editor')
  const choosing = useMutation({
    mutationFn: () =>
      agent.api.post('/campaigns/{campaignId}/choose-variant', { path: { campaignId }, body: { variantId } }),
    onSuccess: (campaign) => {
      queries.setQueryData(agent.key('campaigns', campaignId), campaign)
      notify.success(strings.chose(variantId))
    },
    onError: notify.error,
  })
  if (!can || !['staged', 'running', 'paused'].includes(status)) return null
  const ask = async () => {
    const question = { title: strings.chooseTitle(variantId), text: strings.chooseText, ok: strings.chooseOk }
    if (await askConfirmation(question)) choosing.mutate()
  }
  return (
    <Button variant="default" size="xs" onClick={ask} loading={choosing.isPending}>
      {strings.choose}
    </Button>
  )
}
