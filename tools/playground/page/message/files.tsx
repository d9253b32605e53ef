import type { PageFile } from '../contract.ts';
import { Icon } from '../icons.tsx';
import { usePage } from '../page-context.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { t } from '../texts.ts';

const PREVIEW_LINES = 5;

export function Files({ files }: { readonly files: readonly PageFile[] }) {
  return (
    <ul aria-label={t.message.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileCard file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileCard({ file: { name, title, sizeBytes, url, beginning } }: { readonly file: PageFile }) {
  const { me } = usePage();
  const kilobytes = new Intl.NumberFormat(me.locale, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 1,
  });
  const download = t.message.download(name);
  return (
    <article className="file card">
      <header className="row">
        <Icon name="file" size={22} />
        <span className="column grow small">
          <strong className="ellipsis">{title}</strong>
          <span className="quiet">{kilobytes.format(sizeBytes / 1_000)}</span>
        </span>
        <a className="icon-button" href={url} download={name} aria-label={download} title={download}>
          <Icon name="download" />
        </a>
      </header>
      <ScrollBox className="code-box" label={t.message.preview(name)}>
        <pre>{beginning.split('\n', PREVIEW_LINES).join('\n')}</pre>
      </ScrollBox>
    </article>
  );
}
