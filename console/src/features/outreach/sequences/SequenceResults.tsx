import { Fieldset, Paper, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { strings } from '#i18n/sequences.ts'
import type { SequenceReport } from './sequence-form.ts'

const { report: texts, reasons } = strings
const totals = ['people', 'active', 'completed', 'replied', 'goal', 'failed'] as const

/** How many people entered, where they are, and why others left. */
export function SequenceResults({ report }: { report: SequenceReport | undefined }) {
  if (!report) return null
  const left = [...Object.entries(report.stopped), ...(report.failed > 0 ? [['failed', report.failed] as const] : [])]
  return (
    <Fieldset legend={texts.title}>
      <Stack>
        <SimpleGrid cols={{ base: 2, xs: 3, md: 2 }} spacing="xs">
          {totals.map((name) => (
            <Paper key={name} withBorder p="sm">
              <Text size="xl" fw={700} lh={1.1}>
                {report[name].toLocaleString('en')}
              </Text>
              <Text size="sm" className="quiet">
                {texts[name]}
              </Text>
            </Paper>
          ))}
        </SimpleGrid>
        <Text fw={600}>{texts.left}</Text>
        {left.length === 0 ? (
          <Text size="sm">{texts.nobody}</Text>
        ) : (
          <Table aria-label={texts.left}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.reason}</Table.Th>
                <Table.Th ta="right">{texts.count}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {left
                .sort(([, one], [, other]) => other - one)
                .map(([reason, count]) => (
                  <Table.Tr key={reason}>
                    <Table.Td>{reasons[reason] ?? reason}</Table.Td>
                    <Table.Td ta="right">{count.toLocaleString('en')}</Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Fieldset>
  )
}
