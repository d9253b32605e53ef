import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import {
  bold,
  contextBlock,
  header,
  line,
  quote,
  richText,
  type View,
  view,
} from '../../../src/slack/blocks/blocks.ts';
import { createChannelFormatter } from '../../../src/slack/blocks/format.ts';
import { sanitize } from '../../../src/slack/blocks/text.ts';
import { renderMessage } from '../../../tools/playground/terminal/render.ts';
import { expectWithinLimits } from '../../support/views.ts';

const now = new Date('2026-11-18T16:00:00Z');
const at = new Date('2026-11-18T15:02:09Z');
const english = createChannelFormatter(translationsFor('en'), 'America/Santiago', now);
const spanish = createChannelFormatter(translationsFor('es'), 'America/Santiago', now);
const tokyo = { locale: 'en-US', zone: 'Asia/Tokyo', today: '2026-11-19' };
const santiago = { locale: 'es-CL', zone: 'America/Santiago', today: '2026-11-18' };

function readBy(reader: typeof tokyo, shown: View): string {
  return renderMessage(shown, { reader }).replaceAll(/[\u202f\u00a0]/g, ' ');
}

describe('times in a channel', () => {
  test('appear in each reader’s time zone, and in the channel’s where dates are not supported', () => {
    const shown = view(
      richText(line(bold(`Entel: down since ${english.since(at)}`), ` · as of ${english.clock(now)}`)),
    );
    expectWithinLimits(shown);
    expect(shown.text).toBe('Entel: down since 18 Nov 12:02 UTC-3 · as of 13:00');
    expect(readBy(tokyo, shown)).toBe('Entel: down since today 12:02 AM · as of 1:00 AM');
    expect(readBy(santiago, shown)).toBe('Entel: down since hoy 12:02 p. m. · as of 1:00 p. m.');
    expect(readBy({ ...tokyo, today: '2026-11-20' }, shown)).toMatch(/^Entel: down since yesterday 12:02 AM/);
    expect(readBy({ ...tokyo, today: '2026-12-20' }, shown)).toMatch(/^Entel: down since Nov 19 12:02 AM/);
    const [block] = shown.blocks;
    expect(block).toMatchObject({
      elements: [
        {
          elements: [
            { type: 'text', text: 'Entel: down since ', style: { bold: true } },
            { type: 'date', timestamp: 1_795_014_129, fallback: '18 Nov 12:02 UTC-3', style: { bold: true } },
            { type: 'text', text: ' · as of ' },
            { type: 'date', timestamp: 1_795_017_600, format: '{time}', fallback: '13:00' },
          ],
        },
      ],
    });
  });

  test('follow an article in Spanish, without “today”', () => {
    const shown = view(
      richText(line(`Desde ${spanish.since(at)}`)),
      contextBlock(`datos de las ${spanish.time(at)}`),
    );
    expectWithinLimits(shown);
    expect(readBy(santiago, shown)).toMatch(/^Desde el 18.nov 12:02 p\. m\.\ndatos de las 12:02:09 p\. m\.$/);
  });

  test('are markup in a context block, unless other text could be read as formatting', () => {
    const dated = contextBlock(`A&B <@U1> my_sender · as of ${english.moment(at)}`);
    expect(dated.elements).toEqual([
      {
        type: 'mrkdwn',
        text: 'A&amp;B &lt;@U1&gt; my_sender · as of <!date^1795014129^\u200b{date_short_pretty} {time}|18 Nov 12:02 UTC-3>',
        verbatim: true,
      },
    ]);
    expect(view(dated).text).toBe('A&amp;B &lt;@U1&gt; my_sender · as of 18 Nov 12:02 UTC-3');
    expect(readBy(tokyo, view(dated))).toBe('A&B <@U1> my_sender · as of today 12:02 AM');
    for (const name of ['*ana*', '_ana_', '~ana', '`ana`', ':ana:']) {
      const { elements } = contextBlock(`${name} · as of ${english.clock(at)}`);
      expect(elements).toEqual([{ type: 'plain_text', text: `${name} · as of 12:02`, emoji: false }]);
    }
  });

  test('are plain text in a header, and cannot be forged by user text', () => {
    expect(header(`Since ${english.moment(at)}`).text.text).toBe('Since 18 Nov 12:02 UTC-3');
    expect(english.plain.moment(at)).toBe('18 Nov 12:02');
    const forged = sanitize('\ufff9now\ufffa1 {time}\ufffb', 100);
    expect(JSON.stringify(view(richText(quote(forged))).blocks)).not.toContain('"date"');
  });
});
