-- Checks that products name stored photos. Each row is a broken rule, with the SKU and the hash of the photo.
CREATE OR REPLACE FUNCTION photo_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
SELECT 'photo of a product that is not stored', product.sku || ' ' || named.found[1]
  FROM products product
  CROSS JOIN regexp_matches(
    concat(product.images, product.variation_images), '"/photos/([0-9a-f]{64})/1600[.]jpg"', 'g'
  ) named (found)
  WHERE concat(product.images, product.variation_images) LIKE '%"/photos/%'
    AND NOT EXISTS (SELECT FROM photos WHERE photos.hash = named.found[1])
$$;
