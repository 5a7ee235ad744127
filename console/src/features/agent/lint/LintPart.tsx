import { Chip, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { type Finding, FindingItem } from '../../../components/Findings.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { useAgentDocument } from '../frame/useAgentDocument.ts'
import { formatFinding, formatFindingPath, lintPageOf, playbookOrOutreachOf } from './finding-location.ts'

const { lint: texts } = strings
const severities = ['error', 'warning', 'advice'] as const

/** Most severe first. */
export function LintPart() {
  const agent = useAgent()
  const read = useQuery({
    queryKey: agent.key('lint'),
    queryFn: ({ signal }) => agent.api.get('/lint', { signal }),
  })
  const [chosen, setChosen] = useState<string[]>([...severities])
  const document = useAgentDocument().data
  const findings = read.data?.data ?? []
  const selected = findings.filter(({ severity }) => chosen.includes(severity))
  return (
    <Stack>
      <SectionHead title={strings.parts.lint} lead={texts.lead} />
      {read.error && <ErrorAlert error={read.error} retry={read.refetch} />}
      {read.isPending && <Loading />}
      {read.data && findings.length === 0 && (
        <EmptyState icon={IconCircleCheck} title={texts.none} text={texts.noneText} />
      )}
      {findings.length > 0 && (
        <Chip.Group multiple value={chosen} onChange={setChosen}>
          <Group gap="xs" role="group" aria-label={texts.filter}>
            {severities.map((severity) => (
              <Chip key={severity} value={severity} size="sm" variant="outline">
                {texts.counted(severity, findings.filter((one) => one.severity === severity).length)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {selected.map((finding, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may have the same code and path
          <FindingRow key={`${finding.path} ${finding.code} ${at}`} finding={finding} document={document} />
        ))}
      </Stack>
    </Stack>
  )
}

function FindingRow({ finding, document }: { finding: Finding; document: unknown }) {
  return (
    <Paper withBorder p="sm" component="li">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Stack gap={2} miw={0} flex={1}>
          <Text size="sm" fw={600} lineClamp={2}>
            {formatFindingPath(finding.path, document)}
          </Text>
          <FindingItem finding={{ ...finding, message: formatFinding(finding) }} />
          <Text size="xs" ff="monospace" className="quiet" pl={22}>
            {finding.code}
          </Text>
        </Stack>
        <FindingLink path={finding.path} document={document} />
      </Group>
    </Paper>
  )
}

function FindingLink({ path, document }: { path: string; document: unknown }) {
  const org = useOrg()
  const agent = useAgent()
  const params = { org: org.id, agent: agent.id }
  const sectionProps = {
    size: 'sm',
    'aria-label': texts.goTo(formatFindingPath(path, document)),
    style: { flexShrink: 0 },
    children: texts.go,
  } as const
  const piece = playbookOrOutreachOf(path, document)
  if (piece?.kind === 'playbook') {
    const to = '/orgs/$org/agents/$agent/playbooks/$playbookId'
    return <AnchorLink to={to} params={{ ...params, playbookId: piece.id }} {...sectionProps} />
  }
  if (piece?.kind === 'outreach') {
    const to = '/orgs/$org/agents/$agent/outreach/edit/$outreachId'
    return <AnchorLink to={to} params={{ ...params, outreachId: piece.id }} {...sectionProps} />
  }
  const page = lintPageOf(path)
  if (!page) return null
  return <AnchorLink to={page} params={params} search={page.includes('/edit/') ? { at: path } : {}} {...sectionProps} />
}
