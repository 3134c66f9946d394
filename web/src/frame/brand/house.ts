/** The wholesaler as the service wrote it into the page. */
export interface House {
  name: string;
  /** Lines of text; empty: not known. */
  address: readonly string[];
  /** Address of the logo; null: no logo was chosen. */
  logo: string | null;
}

/** The wholesaler of this installation. It stays until the page is loaded again. */
export const HOUSE: House = {
  name: contentOf('brand-name') ?? 'Wholesale orders',
  address: contentOf('brand-address')?.split('\n') ?? [],
  logo: contentOf('brand-logo'),
};

function contentOf(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? null;
}
