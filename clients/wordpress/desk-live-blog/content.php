<?php
/**
 * The content of a page of a service, from its JSON-LD (https://schema.org/LiveBlogPosting). All of it is text: nothing
 * that a service sends becomes markup.
 *
 * @package Desk_Live_Blog
 */

namespace Desk_Live_Blog;

const MAX_CHARACTERS = 3000;

/** Returns `title`, `language` and `posts` of a page; null if it shows no blog or post. */
function content_in( string $page ): ?array {
	$rest = explode( '<script type="application/ld+json">', $page, 2 )[1] ?? '';
	$data = json_decode( explode( '</script>', $rest, 2 )[0], true, 16 );
	if ( '' === text_in( $data, 'headline' ) ) {
		return null;
	}
	$posts = array_slice( (array) ( $data['liveBlogUpdate'] ?? array( $data ) ), 0, MAX_POSTS );
	return array(
		'title'    => text_in( $data, 'headline' ),
		'language' => text_in( $data, 'inLanguage' ),
		'posts'    => array_map( __NAMESPACE__ . '\\post_in', array_values( $posts ) ),
	);
}

/** Returns a post of the JSON-LD. `time` is in seconds since 1970. */
function post_in( $data ): array {
	return array(
		'url'      => text_in( $data, 'url' ),
		'headline' => text_in( $data, 'headline' ),
		'text'     => mb_substr( text_in( $data, 'articleBody' ), 0, MAX_CHARACTERS ),
		'author'   => text_in( $data, 'author', 'name' ),
		'time'     => (int) strtotime( text_in( $data, 'datePublished' ) ),
	);
}

/** Returns the text at a path; an empty one if there is none. */
function text_in( $value, string ...$path ): string {
	foreach ( $path as $name ) {
		$value = is_array( $value ) ? $value[ $name ] ?? null : null;
	}
	return is_string( $value ) ? $value : '';
}
